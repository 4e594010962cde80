import type { ListInvoices } from '@billhook/contract/invoicing/invoice';
import { companyTimeSql } from '@billhook/db/company-time.sql';
import { end, hasCustomFields, isRare, statusIn, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape, StatusCountRows } from '@billhook/db/lists/list-records';
import type { Tx } from '@billhook/db/unit-of-work';
import { type InvoiceAction, INVOICE_STATUSES, type SettledBy } from '@billhook/domain/invoicing/invoice';
import {
  documentFilters,
  documentSorts,
  REFERENCE_COLUMNS,
  referenceFilters,
  searchDocument,
} from '../document-base/document-list.sql.js';
import { DocumentRepository, documentColumns, type LinesOf } from '../document-base/document.repository.js';
import type { ChangeAuthor } from '../records/change.js';
import type { RecordContext } from '../records/record.repository.js';
import { ledgerOfInvoice } from '../settlements/settlement-entries.sql.js';
import { invoiceChange, transition } from './invoice-action.rules.js';
import { InvoiceLine, Invoice, type InvoiceRow } from './invoice.entity.js';
import { presentInvoice } from './invoice.presenter.js';

const LINES: LinesOf = { document: 'invoice', table: 'invoice_lines', entity: InvoiceLine, key: 'invoice_id' };

const CREDIT_NOTE_IDS = `(SELECT coalesce(json_agg(c.id ORDER BY c.id), '[]') FROM credit_notes c WHERE c.invoice_id = r.id)`;

/** An invoice that has become overdue, with the clock of its company. */
export interface OverdueInvoice {
  readonly invoice: InvoiceRow;
  readonly clockOffset: number;
}

/** One company, or all others. */
export type OverdueOf = { readonly companyId: number } | { readonly without: readonly number[] };

export class InvoicesRepository extends DocumentRepository<Invoice, InvoiceRow, ListInvoices> {
  protected readonly linesOf = LINES;

  constructor(context: RecordContext) {
    super(context, {
      resource: 'invoice',
      table: 'invoices',
      entity: Invoice,
      columns: `${documentColumns(context, Invoice, LINES)}, ${CREDIT_NOTE_IDS} AS "creditNoteIds"`,
      list: invoiceList,
      present: presentInvoice,
    });
  }

  protected override updateParts(tx: Tx, before: InvoiceRow, next: InvoiceRow): Promise<InvoiceRow> {
    for (const statement of ledgerOfInvoice(before, next, next.updatedAt)) tx.send(statement);
    return super.updateParts(tx, before, next);
  }

  /** Writes an action. The status follows from the members of the invoice, the event from the table of actions. */
  writeAction(
    tx: Tx,
    before: InvoiceRow,
    action: InvoiceAction,
    facts: Partial<InvoiceRow>,
    author: ChangeAuthor,
  ): Promise<InvoiceRow> {
    const changed = { ...before, ...facts };
    const change = invoiceChange(action, author, before.status, changed);
    return this.write(tx, before, { ...facts, ...transition(before, changed, author) }, change);
  }

  /**
   * Locks at most `limit` invoices that are past due in the time zone and by the clock of their company, and not marked yet.
   * @param now the time of the machine
   */
  async lockNewlyOverdue(tx: Tx, now: Date, limit: number, of: OverdueOf): Promise<OverdueInvoice[]> {
    const isOne = 'companyId' in of;
    const locked = await tx.query<{ id: number; clockOffset: number }>({
      name: isOne ? 'invoice_fallen_due_of' : 'invoice_fallen_due',
      text: `SELECT r.id, c.clock_offset AS "clockOffset" FROM invoices r JOIN companies c ON c.id = r.company_id
        WHERE r.status IN ('Sent', 'Partial') AND r.due_date < (${companyTimeSql('$1::timestamptz')} AT TIME ZONE c.time_zone)::date
          AND r.company_id ${isOne ? '= $3' : '<> ALL ($3::bigint[])'}
        ORDER BY r.due_date, r.id LIMIT $2 FOR UPDATE OF r SKIP LOCKED`,
      values: [now, limit, isOne ? of.companyId : of.without],
    });
    const offsets = new Map(locked.map((row) => [row.id, row.clockOffset]));
    const rows = await tx.query<InvoiceRow>({
      name: 'invoice_locked',
      text: `SELECT ${this.shape.columns} FROM invoices r WHERE r.id = ANY ($1) ORDER BY r.due_date, r.id`,
      values: [locked.map((row) => row.id)],
    });
    return rows.map((row) => ({ invoice: this.locked(tx, row), clockOffset: offsets.get(row.id) ?? 0 }));
  }

  /** When the next invoice of a company becomes overdue: at midnight in its time zone; null if none will. */
  async nextOverdue(tx: Tx, companyId: number): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }>({
      name: 'invoice_next_overdue',
      text: `SELECT min((r.due_date + 1)::timestamp AT TIME ZONE c.time_zone) AS at
        FROM invoices r JOIN companies c ON c.id = r.company_id WHERE r.company_id = $1 AND r.status IN ('Sent', 'Partial')`,
      values: [companyId],
    });
    return row?.at ?? null;
  }

  /** Invoices by status, whatever status the query has. */
  statusCounts(companyId: number, query: ListInvoices): Promise<StatusCountRows> {
    const counted = { stored: INVOICE_STATUSES, status: 'r.status', amount: SHOWN_AMOUNT };
    return this.countBy(counted, companyId, { ...query, status: undefined });
  }

  /** The paid amount of an invoice, less refunds: the sum of its recorded allocations. The caller holds the invoice's lock. */
  async sumPaid(tx: Tx, id: number): Promise<string> {
    const [row] = await tx.query<{ paid: string }>({
      name: 'invoice_sum_paid',
      text: `SELECT coalesce(sum(CASE p.kind WHEN 'Refund' THEN -a.amount ELSE a.amount END), 0) AS paid
        FROM payment_allocations a JOIN payments p ON p.id = a.payment_id WHERE a.invoice_id = $1 AND p.status = 'Recorded'`,
      values: [id],
    });
    return row?.paid ?? '0';
  }
}

/** The outstanding amount of an invoice that has one, and the total of any other. */
const SHOWN_AMOUNT = `CASE WHEN r.status IN ('Sent', 'Partial', 'Overdue', 'Rejected')
  THEN r.payable - r.amount_paid - r.amount_credited - r.amount_written_off ELSE r.payable END`;

/** Whether an issued invoice has an outstanding amount. Both forms have an index with exactly this predicate. */
const OPEN = 'r.issued_at IS NOT NULL AND r.payable > r.amount_paid + r.amount_credited + r.amount_written_off';
const NOT_OPEN = '(r.issued_at IS NULL OR r.payable <= r.amount_paid + r.amount_credited + r.amount_written_off)';

/** `settledBy` in SQL. An index contains the invoices that a credit note settled completely or in part. */
const SETTLED: Readonly<Record<SettledBy, string>> = {
  Payment: `r.status = 'Paid' AND r.amount_credited = 0 AND r.amount_paid > 0`,
  Credit: `r.status = 'Paid' AND r.amount_credited > 0 AND r.amount_paid = 0`,
  Both: `r.status = 'Paid' AND r.amount_credited > 0 AND r.amount_paid > 0`,
};

const NOT_OVERDUE = INVOICE_STATUSES.filter((status) => status !== 'Overdue');

const invoiceList: ListShape<ListInvoices, InvoiceRow> = {
  filters: {
    ...documentFilters,
    status: statusIn,
    overdue: (overdue) => statusIn(overdue ? ['Overdue'] : NOT_OVERDUE),
    hasBalance: (open) => ({ any: [open ? OPEN : NOT_OPEN], column: open ? 'open' : 'closed', walk: 'id' }),
    settledBy: (by) => ({ any: [SETTLED[by]], column: `settled_by_${by.toLowerCase()}`, walk: 'id' }),
    dueDateFrom: end('r.due_date', '>=', 'dueDate'),
    dueDateTo: end('r.due_date', '<=', 'dueDate'),
    ...referenceFilters('id'),
    quoteId: isRare('r.quote_id'),
    customField: hasCustomFields,
    q: searchDocument(...REFERENCE_COLUMNS),
  } satisfies AllFilters<ListInvoices>,
  sorts: {
    ...documentSorts,
    number: { ...documentSorts.number, empty: `r.status = 'Draft'` },
    dueDate: { sql: 'r.due_date', nullable: true, value: (row) => row.dueDate },
  },
};
