import type { ListClients } from '@billhook/contract/invoicing/client';
import { contains, hasCustomFields, is, recordFilters, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape } from '@billhook/db/lists/list-records';
import { emailSpellings } from '@billhook/domain/shared/email-address';
import type { ClientRow } from './client.entity.js';
import { clientTexts } from './search-with-client.js';

/** A name without case and accents, in the order of Unicode. */
const ordered = (name: string): string => `(search_form(${name}) COLLATE natural_order)`;

/** The index contains all texts of a client. */
const WORDS = contains(...clientTexts('r'));

/** Finds an address by that index: all spellings of one have the same local part. */
const WITH_LOCAL_PART = WORDS.replace('?', `split_part((?::text[])[1], '@', 1) || '@'`);

export const clientList: ListShape<ListClients, ClientRow> = {
  filters: {
    ...recordFilters,
    status: is('r.status'),
    kind: is('r.kind'),
    email: (email) => ({
      any: [`${WITH_LOCAL_PART} AND lower(r.email) = ANY (?::text[])`],
      value: emailSpellings(email).map((spelling) => spelling.toLowerCase()),
      few: true,
    }),
    vatNumber: is('r.vat_number'),
    currency: is('r.currency'),
    customField: hasCustomFields,
    q: (value) => ({ any: [WORDS], value }),
  } satisfies AllFilters<ListClients>,
  sorts: {
    name: { sql: ordered('r.name'), bound: ordered('?'), value: (row) => row.name },
    updatedAt: { sql: 'r.updated_at', value: (row) => row.updatedAt.toISOString() },
    createdAt: { sql: 'r.created_at', value: (row) => row.createdAt.toISOString() },
  },
};
