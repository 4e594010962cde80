import { z } from 'zod';
import { Instant, oneLine } from '../shared/common.js';

export const RequestCompanyDeletion = z
  .strictObject({ name: oneLine(200).meta({ description: 'The name of the company, as a confirmation' }) })
  .meta({ id: 'RequestCompanyDeletion', example: { name: 'Studio Nord SAS' } });
export type RequestCompanyDeletion = z.infer<typeof RequestCompanyDeletion>;

export const CompanyDeletionView = z
  .object({
    requestedAt: Instant.nullable().meta({ description: 'Null if no deletion is requested' }),
    requestedBy: z.string().nullable(),
    deletesAt: Instant.nullable().meta({ description: 'When the deletion starts; until then it can be withdrawn' }),
    graceDays: z.int().meta({ description: 'The days between a request and the deletion' }),
    counts: z
      .object({
        clients: z.int(),
        quotes: z.int(),
        invoices: z.int(),
        creditNotes: z.int(),
        payments: z.int(),
        members: z.int(),
        apiKeys: z.int(),
      })
      .meta({ description: 'What is deleted' }),
  })
  .meta({ id: 'CompanyDeletion' });
export type CompanyDeletionView = z.infer<typeof CompanyDeletionView>;
