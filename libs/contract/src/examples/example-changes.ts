import type { z } from 'zod';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import type { ChangeList, ChangeView } from '../webhooks/change.js';
import { invoiceLife } from './example-records.js';

const END = 'WzQ0MCxudWxsLGZhbHNlLGZhbHNlXQ.0HqYw2mB7sQpXc1dRf4TgA';

export const exampleChange: ChangeView = {
  cursor: END,
  resource: 'invoice',
  id: EXAMPLE_IDS.paidInvoice,
  version: invoiceLife.paid.version,
  deleted: false,
  changedAt: invoiceLife.paid.updatedAt,
  record: invoiceLife.paid,
};

export const exampleChanges: z.infer<typeof ChangeList> = {
  data: [exampleChange],
  page: { nextCursor: END, prevCursor: null, limit: 100, hasMore: false },
};
