import type { ListClients } from '@billhook/contract/invoicing/client';
import type { ClientRow } from './client.entity.js';
import { hasCustomFields, is, likePattern, recordFilters, search, type AllFilters } from '@billhook/db/lists/filter';
import { emailSpellings } from '@billhook/domain/shared/email-address';
import type { ListShape } from '@billhook/db/lists/list-records';

export const clientList: ListShape<ListClients, ClientRow> = {
  filters: {
    ...recordFilters,
    status: is('r.status'),
    kind: is('r.kind'),
    email: (email) => ({ any: ['r.email ILIKE ANY (?)'], value: emailSpellings(email).map(likePattern), few: true }),
    vatNumber: is('r.vat_number'),
    currency: is('r.currency'),
    customField: hasCustomFields,
    q: search('r.name', 'r.trading_name', 'r.email', 'r.external_id'),
  } satisfies AllFilters<ListClients>,
  sorts: {
    // Case-insensitive. PostgreSQL lowers the value as well: its rules differ from those of JavaScript.
    name: { sql: 'lower(r.name)', bound: 'lower(?)', value: (row) => row.name },
    updatedAt: { sql: 'r.updated_at', value: (row) => row.updatedAt.toISOString() },
    createdAt: { sql: 'r.created_at', value: (row) => row.createdAt.toISOString() },
  },
};
