import type { z } from 'zod';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import type { ChangeList, ChangeView } from '../webhooks/change.js';
import { invoiceLife } from './example-records.js';

export const EXAMPLE_END = 'WzQ0MCxudWxsLGZhbHNlLGZhbHNlXQ.0HqYw2mB7sQpXc1dRf4TgA';

export const exampleChange: ChangeView = {
  cursor: EXAMPLE_END,
  resource: 'invoice',
  id: EXAMPLE_IDS.paidInvoice,
  version: invoiceLife.paid.version,
  deleted: false,
  changedAt: invoiceLife.paid.updatedAt,
  record: invoiceLife.paid,
};

export const exampleChanges: z.infer<typeof ChangeList> = {
  data: [exampleChange],
  page: { nextCursor: EXAMPLE_END, prevCursor: null, limit: 100, hasMore: false },
};
