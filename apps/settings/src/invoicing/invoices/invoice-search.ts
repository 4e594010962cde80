import type { InvoiceStatus, SettledBy } from '@billhook/domain/invoicing/invoice';
import { day, flag, oneOf, recordId, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

/** The statuses in their usual order. The table in the domain would be part of the first load, because the router reads the address with this. */
export const STATUSES_IN_ORDER = [
  'Draft',
  'Sent',
  'Partial',
  'Overdue',
  'Paid',
  'Rejected',
  'WrittenOff',
  'Void',
] as const satisfies readonly InvoiceStatus[];

export const SETTLED_IN_ORDER = ['Payment', 'Credit', 'Both'] as const satisfies readonly SettledBy[];

export const INVOICE_SORTS = ['number', 'issueDate', 'dueDate', 'gross'] as const;

/** The filters of the invoice list in the address. */
export const invoiceSearch = searchOf({
  q: words,
  status: oneOf(STATUSES_IN_ORDER),
  clientId: recordId,
  from: day,
  to: day,
  /** Only outstanding ones. */
  open: flag,
  /** What settled it. */
  settledBy: oneOf(SETTLED_IN_ORDER),
  sort: sortBy(INVOICE_SORTS),
});
