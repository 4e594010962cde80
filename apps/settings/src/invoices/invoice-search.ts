import { INVOICE_STATUSES } from '@billhook/domain/invoice';
import { day, flag, oneOf, recordId, searchOf, sortBy, words } from '../workspace/list-search.js';

export const INVOICE_SORTS = ['number', 'issueDate', 'dueDate', 'gross'] as const;

/** The filters of the invoice list, as they stand in the address. */
export const invoiceSearch = searchOf({
  q: words,
  status: oneOf(INVOICE_STATUSES),
  clientId: recordId,
  from: day,
  to: day,
  /** Only what is still owed. */
  open: flag,
  sort: sortBy(INVOICE_SORTS),
});
export type InvoiceSearch = ReturnType<typeof invoiceSearch>;
