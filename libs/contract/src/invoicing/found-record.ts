import { RECORD_NAMES } from '@billhook/domain/shared/resources';
import { z } from 'zod';
import { Amount, Id, Instant } from '../shared/common.js';
import { described } from '../shared/described.js';
import { search } from '../shared/list-query.js';

/** The search of the settings over all kinds of records. */

export const FindRecords = z.strictObject({
  q: search('the texts that the list of each kind of record searches').meta({
    description: 'As in the lists of records. Without it, the records that changed last',
  }),
});
export type FindRecords = z.infer<typeof FindRecords>;

export const FoundRecord = z
  .object(
    described(
      {
        number: 'The number of a document, or the reference of a payment',
        name: 'The name of the client',
        title: 'The title of a quote',
      },
      {
        resource: z.enum(RECORD_NAMES),
        id: Id,
        number: z.string().nullable(),
        name: z.string().nullable(),
        title: z.string().nullable(),
        status: z.string().nullable(),
        amount: Amount.nullable(),
        currency: z.string().nullable(),
        updatedAt: Instant,
      },
    ),
  )
  .meta({ id: 'FoundRecord' });
export type FoundRecord = z.infer<typeof FoundRecord>;

export const FoundRecords = z
  .object({
    data: z.array(FoundRecord).meta({
      description: 'At most five of each kind that you may read, newest first; without a search, the last eight',
    }),
  })
  .meta({ id: 'FoundRecords' });
export type FoundRecords = z.infer<typeof FoundRecords>;
