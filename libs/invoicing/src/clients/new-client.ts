import { STORED_CLIENT, type CreateClient } from '@billhook/contract/invoicing/client';
import { UNSAVED } from '@billhook/db/row';
import type { ClientRow } from './client.entity.js';

/** The row of a client that is created now. */
export const newClient = (companyId: number, body: CreateClient, now: Date): ClientRow => ({
  id: UNSAVED,
  companyId,
  ...STORED_CLIENT.toRow(body),
  status: 'Active',
  balances: [],
  version: 1,
  createdAt: now,
  updatedAt: now,
});
