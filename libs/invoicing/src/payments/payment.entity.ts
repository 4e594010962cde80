import type { CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import type { PaymentKind, PaymentStatus } from '@billhook/domain/invoicing/payment';
import { Column, Entity, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';

@Entity('payments')
export class Payment {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'client_id' }) clientId!: number;
  @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('text') kind!: PaymentKind;
  @Column('text') status!: PaymentStatus;
  @Column('date') date!: string;
  @Column('numeric') amount!: string;
  @Column('text') currency!: CurrencyCode;
  @Column('text', { nullable: true }) method!: string | null;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('numeric') unallocated!: string;
  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3, nullable: true }) deletedAt!: Date | null;
  @Column('text', { name: 'deleted_by', nullable: true }) deletedBy!: string | null;
  @Column('text', { name: 'deletion_reason', nullable: true }) deletionReason!: string | null;
  @Column('int') version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}

export interface Allocation {
  readonly invoiceId: number;
  readonly amount: string;
}

/** A payment with its allocations. */
export type PaymentRow = Payment & { allocations: Allocation[] };

@Entity('payment_allocations')
export class PaymentAllocation {
  @PrimaryColumn('bigint', { name: 'payment_id' }) paymentId!: number;
  @PrimaryColumn('int') position!: number;
  @Column('bigint', { name: 'invoice_id' }) invoiceId!: number;
  @Column('numeric') amount!: string;
}
