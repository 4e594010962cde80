import { day, recordId, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

/** The filters of the list of credit notes, as they are in the address. */
export const creditNoteSearch = searchOf({
  q: words,
  clientId: recordId,
  invoiceId: recordId,
  from: day,
  to: day,
  sort: sortBy(['number', 'issueDate', 'gross']),
});
export type CreditNoteSearch = ReturnType<typeof creditNoteSearch>;

/** The invoice that is credited. */
export const newCreditNoteSearch = searchOf({ invoiceId: recordId });
