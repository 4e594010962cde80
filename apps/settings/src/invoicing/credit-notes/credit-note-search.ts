import { day, recordId, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

/** The filters of the list of credit notes in the address. */
export const creditNoteSearch = searchOf({
  q: words,
  clientId: recordId,
  invoiceId: recordId,
  from: day,
  to: day,
  sort: sortBy(['number', 'issueDate', 'gross']),
});

/** The credited invoice. */
export const newCreditNoteSearch = searchOf({ invoiceId: recordId });
