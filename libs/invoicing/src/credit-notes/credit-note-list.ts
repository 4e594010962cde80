import type { ListCreditNotes } from '@billhook/contract/invoicing/credit-note';
import { isRare, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape } from '@billhook/db/lists/list-records';
import { byNumber, documentFilters, documentSorts, searchDocument } from '../document-base/document-list.sql.js';
import type { CreditNoteRow } from './credit-note.entity.js';

export const creditNoteList: ListShape<ListCreditNotes, CreditNoteRow> = {
  filters: {
    ...documentFilters,
    invoiceId: isRare('r.invoice_id'),
    q: searchDocument(),
  } satisfies AllFilters<ListCreditNotes>,
  sorts: {
    issueDate: documentSorts.issueDate,
    number: { ...byNumber, value: (row) => row.number },
    updatedAt: documentSorts.updatedAt,
    gross: documentSorts.gross,
  },
};
