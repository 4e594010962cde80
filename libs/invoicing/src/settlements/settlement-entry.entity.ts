import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A change of what payments, refunds and write-offs settle of an invoice, with the day from which it counts. Rows are only added: what a
 * deletion, a release or a reopening takes back is another row.
 */
@Entity('settlement_entries')
export class SettlementEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'invoice_id' }) invoiceId!: number;
  /** Null for a write-off and its reopening. */
  @Column('bigint', { name: 'payment_id', nullable: true }) paymentId!: number | null;
  @Column('date') date!: string;
  /** Positive if it settles, negative if it makes the amount outstanding again. */
  @Column('numeric') amount!: string;
}

/** A due date that an invoice had before it was postponed. */
@Entity('postponements')
export class Postponement {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'invoice_id' }) invoiceId!: number;
  /** The day of the change: the earlier due date counts on the days before it. */
  @Column('date') date!: string;
  @Column('date', { name: 'due_date_before' }) dueDateBefore!: string;
}
