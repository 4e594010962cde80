import type { ListCreditNotes } from '@billhook/contract/invoicing/credit-note';
import { isRare, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape, StatusCountRows } from '@billhook/db/lists/list-records';
import type { Tx } from '@billhook/db/unit-of-work';
import type { TaxBreakdownRow } from '@billhook/domain/invoicing/totals/totals';
import { byNumber, documentFilters, documentSorts, searchDocument } from '../document-base/document-list.sql.js';
import { DocumentRepository, documentColumns, type LinesOf } from '../document-base/document.repository.js';
import type { RecordContext } from '../records/record.repository.js';
import { CreditNoteLine, CreditNote, type CreditNoteRow } from './credit-note.entity.js';
import { presentCreditNote } from './credit-note.presenter.js';

const LINES: LinesOf = {
  document: 'credit_note',
  table: 'credit_note_lines',
  entity: CreditNoteLine,
  key: 'credit_note_id',
};

export class CreditNotesRepository extends DocumentRepository<CreditNote, CreditNoteRow, ListCreditNotes> {
  protected readonly linesOf = LINES;

  constructor(context: RecordContext) {
    super(context, {
      resource: 'credit_note',
      table: 'credit_notes',
      entity: CreditNote,
      columns: `${documentColumns(context, CreditNote, LINES)},
        (SELECT i.number FROM invoices i WHERE i.id = r.invoice_id) AS "invoiceNumber"`,
      list: creditNoteList,
      present: presentCreditNote,
    });
  }

  /** Stores the email of a credit note that was issued in the same transaction. */
  async keepDelivery(tx: Tx, note: CreditNoteRow, delivery: CreditNoteRow['delivery']): Promise<CreditNoteRow> {
    await tx.query({
      name: 'credit_note_delivery',
      text: 'UPDATE credit_notes SET delivery = $2 WHERE id = $1',
      values: [note.id, delivery],
    });
    return { ...note, delivery };
  }

  /** Credit notes have one status. */
  statusCounts(companyId: number, query: ListCreditNotes): Promise<StatusCountRows> {
    return this.countBy({ status: `'Issued'`, amount: 'r.payable' }, companyId, query);
  }

  /** The amounts that are already credited for an invoice. The caller holds the invoice's lock. */
  async ofInvoice(tx: Tx, invoiceId: number): Promise<{ payable: string; taxBreakdown: TaxBreakdownRow[] }[]> {
    return tx.query({
      name: 'credit_notes_of_invoice',
      text: `SELECT payable, tax_breakdown AS "taxBreakdown" FROM credit_notes WHERE invoice_id = $1 ORDER BY id`,
      values: [invoiceId],
    });
  }
}

const creditNoteList: ListShape<ListCreditNotes, CreditNoteRow> = {
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
