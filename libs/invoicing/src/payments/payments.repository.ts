import type { ListPayments } from '@billhook/contract/invoicing/payment';
import { end, is, isLine, recordFilters, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape, StatusCountRows } from '@billhook/db/lists/list-records';
import { selectColumns } from '@billhook/db/row';
import type { Statement } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { searchWithClient } from '../clients/search-with-client.js';
import { RecordRepository, type RecordContext } from '../records/record.repository.js';
import { entriesOfChangedPayment, entriesOfNewPayment } from '../settlements/settlement-entries.sql.js';
import { Payment, type Allocation, type PaymentRow } from './payment.entity.js';
import { presentPayment } from './payment.presenter.js';

const allocationsInsert = (paymentId: number, allocations: readonly Allocation[]): Statement => ({
  name: 'allocations_add',
  text: `INSERT INTO payment_allocations (payment_id, invoice_id, amount, position)
    SELECT $1, a.invoice_id, a.amount, a.position - 1
    FROM unnest($2::bigint[], $3::numeric[]) WITH ORDINALITY AS a (invoice_id, amount, position)`,
  values: [paymentId, allocations.map(({ invoiceId }) => invoiceId), allocations.map(({ amount }) => amount)],
});

export class PaymentsRepository extends RecordRepository<Payment, PaymentRow, ListPayments> {
  constructor(context: RecordContext) {
    super(context, {
      resource: 'payment',
      table: 'payments',
      entity: Payment,
      columns: `${selectColumns(context.source, Payment, 'r')}, (SELECT coalesce(json_agg(json_build_object('invoiceId', a.invoice_id,
        'amount', a.amount::text) ORDER BY a.position), '[]') FROM payment_allocations a WHERE a.payment_id = r.id) AS allocations`,
      list: paymentList,
      present: presentPayment,
    });
  }

  protected override insertParts(_: Tx, payment: PaymentRow): Statement[] {
    const { id, allocations } = payment;
    const entries = entriesOfNewPayment(payment);
    return [...(allocations.length === 0 ? [] : [allocationsInsert(id, allocations)]), ...(entries ? [entries] : [])];
  }

  protected override updateParts(tx: Tx, before: PaymentRow, next: PaymentRow): Promise<PaymentRow> {
    const { id, allocations } = next;
    const entries = entriesOfChangedPayment(before, next, next.updatedAt);
    if (entries) tx.send(entries);
    if (allocations === before.allocations) return Promise.resolve(next);
    tx.send({
      name: 'allocations_clear',
      text: 'DELETE FROM payment_allocations WHERE payment_id = $1',
      values: [id],
    });
    if (allocations.length > 0) tx.send(allocationsInsert(id, allocations));
    return Promise.resolve(next);
  }

  /** Payments by status, whatever status the query has. Refunds are subtracted. */
  statusCounts(companyId: number, query: ListPayments): Promise<StatusCountRows> {
    const counted = { status: 'r.status', amount: `CASE r.kind WHEN 'Refund' THEN -r.amount ELSE r.amount END` };
    return this.countBy(counted, companyId, { ...query, status: undefined });
  }

  /** The part of a client's payments that is neither allocated nor refunded. The caller holds the client's lock. */
  async credit(tx: Tx, clientId: number, currency: string): Promise<string> {
    const [row] = await tx.query<{ credit: string }>({
      name: 'payment_credit',
      text: `SELECT coalesce(sum(CASE kind WHEN 'Refund' THEN -unallocated ELSE unallocated END), 0) AS credit FROM payments
        WHERE client_id = $1 AND currency = $2 AND status = 'Recorded' AND unallocated > 0`,
      values: [clientId, currency],
    });
    return row?.credit ?? '0';
  }

  /** The date of the first payment of the client in a currency, and of the first one of each invoice that a refund names. */
  async firstDates(
    tx: Tx,
    clientId: number,
    refund: { readonly currency: string; readonly allocations: readonly Allocation[] },
  ): Promise<string[]> {
    const rows = await tx.query<{ date: string | null }>({
      name: 'payment_first_dates',
      text: `SELECT min(date) AS date FROM payments
        WHERE client_id = $1 AND currency = $2 AND status = 'Recorded' AND kind = 'Payment'
        UNION ALL SELECT min(p.date) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
        WHERE a.invoice_id = ANY ($3::bigint[]) AND p.status = 'Recorded' AND p.kind = 'Payment' GROUP BY a.invoice_id`,
      values: [clientId, refund.currency, refund.allocations.map(({ invoiceId }) => invoiceId)],
    });
    return rows.flatMap(({ date }) => date ?? []);
  }

  /** Locks the payments (not the refunds) of an invoice, newest first. The caller holds the invoice's lock. */
  async lockPaying(tx: Tx, companyId: number, invoiceId: number): Promise<PaymentRow[]> {
    const paying = await tx.query<{ id: number }>({
      name: 'payments_paying',
      text: `SELECT p.id FROM payments p JOIN payment_allocations a ON a.payment_id = p.id
        WHERE a.invoice_id = $1 AND p.status = 'Recorded' AND p.kind = 'Payment' ORDER BY p.id DESC`,
      values: [invoiceId],
    });
    const rows: PaymentRow[] = [];
    for (const { id } of paying) rows.push(await this.lock(tx, companyId, { id }));
    return rows;
  }

  /**
   * The allocations of payments and refunds to these invoices, in the order in which they were recorded. Runs one statement for any
   * number of invoices.
   * @param most allocations per invoice
   */
  async ofInvoices(companyId: number, invoiceIds: readonly number[], most: number): Promise<Map<number, PaymentRow[]>> {
    if (invoiceIds.length === 0) return new Map();
    // The inner join reads (invoice_id, payment_id) from its index, in order and no further than `most`.
    const rows = await this.db.query<PaymentRow & { invoiceId: number }>({
      name: 'payments_of_invoices',
      text: `SELECT i.id AS "invoiceId", ${this.shape.columns} FROM unnest($2::bigint[]) AS i (id)
        CROSS JOIN LATERAL (SELECT p.* FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
          WHERE a.invoice_id = i.id AND p.company_id = $1 ORDER BY a.payment_id LIMIT $3) r
        ORDER BY r.id`,
      values: [companyId, [...new Set(invoiceIds)], most],
    });
    const byInvoice = new Map<number, PaymentRow[]>();
    for (const { invoiceId, ...payment } of rows) {
      const payments = byInvoice.get(invoiceId) ?? [];
      payments.push(payment);
      byInvoice.set(invoiceId, payments);
    }
    return byInvoice;
  }
}

/** A recorded payment with an unallocated rest. An index has exactly this predicate. */
const CREDIT = `r.status = 'Recorded' AND r.kind = 'Payment' AND r.unallocated > 0`;

const paymentList: ListShape<ListPayments, PaymentRow> = {
  filters: {
    ...recordFilters,
    clientId: is('r.client_id', 'id'),
    invoiceId: (value) => ({
      any: ['r.id IN (SELECT a.payment_id FROM payment_allocations a WHERE a.invoice_id = ?)'],
      value,
      few: true,
    }),
    status: is('r.status'),
    kind: is('r.kind'),
    currency: is('r.currency'),
    method: isLine('r.method'),
    reference: isLine('r.reference'),
    dateFrom: end('r.date', '>=', 'date'),
    dateTo: end('r.date', '<=', 'date'),
    amountFrom: end('r.amount', '>=', 'amount'),
    amountTo: end('r.amount', '<=', 'amount'),
    unallocated: (some) => (some ? { any: [CREDIT], column: 'credit', walk: 'id' } : { any: [`NOT (${CREDIT})`] }),
    q: searchWithClient('r.reference'),
  } satisfies AllFilters<ListPayments>,
  sorts: {
    date: { sql: 'r.date', value: (row) => row.date },
    amount: { sql: 'r.amount', value: (row) => row.amount },
    updatedAt: { sql: 'r.updated_at', value: (row) => row.updatedAt.toISOString() },
    createdAt: { sql: 'r.created_at', value: (row) => row.createdAt.toISOString() },
  },
};
