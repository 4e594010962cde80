import type { Database } from '@billhook/db/database';
import type { NO_EVENT, Outbox } from '@billhook/db/outbox';
import { selectColumns } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/events';
import type { DataSource } from 'typeorm';
import { Conditions, type Slice, type Sliced } from '../paging.js';
import { RecordRepository } from '../record.repository.js';
import { PaymentAllocation } from './payment-allocation.entity.js';
import { Payment, type PaymentRow } from './payment.entity.js';
import { presentPayment } from './payment.presenter.js';

export interface PaymentFilter {
  readonly clientId?: number;
  readonly invoiceId?: number;
  readonly externalId?: string;
  readonly status?: string;
}

export class PaymentsRepository extends RecordRepository<Payment, PaymentRow> {
  constructor(source: DataSource, db: Database, outbox: Outbox) {
    super(db, outbox, {
      resource: 'payment',
      table: 'payments',
      entity: Payment,
      columns: `${selectColumns(source, Payment, 'r')}, (SELECT coalesce(json_agg(json_build_object('invoiceId', a.invoice_id,
        'amount', a.amount::text) ORDER BY a.position), '[]') FROM payment_allocations a WHERE a.payment_id = r.id) AS allocations`,
      present: presentPayment,
    });
  }

  list(companyId: number, filter: PaymentFilter, slice: Slice): Promise<Sliced<PaymentRow>> {
    const conditions = new Conditions()
      .add('company', 'r.company_id = ?', companyId)
      .add('client', 'r.client_id = ?', filter.clientId)
      .add(
        'invoice',
        'EXISTS (SELECT FROM payment_allocations a WHERE a.payment_id = r.id AND a.invoice_id = ?)',
        filter.invoiceId,
      )
      .add('external', 'r.external_id = ?', filter.externalId)
      .add('status', 'r.status = ?', filter.status);
    return this.slice(conditions, slice);
  }

  async insert(tx: Tx, payment: PaymentRow, event: EventType | typeof NO_EVENT): Promise<PaymentRow> {
    const row: PaymentRow = { ...payment, id: await this.insertRecord(tx, payment) };
    if (row.allocations.length > 0) {
      await tx.manager.insert(
        PaymentAllocation,
        row.allocations.map((allocation, position) => ({ ...allocation, paymentId: row.id, position })),
      );
    }
    await this.tell(tx, row, event, row.createdAt);
    return row;
  }

  /** Writes the payment; what it pays never changes. */
  async write(tx: Tx, payment: PaymentRow, event: EventType | typeof NO_EVENT, at: Date): Promise<PaymentRow> {
    await this.updateRecord(tx, payment);
    await this.tell(tx, payment, event, at);
    return payment;
  }
}
