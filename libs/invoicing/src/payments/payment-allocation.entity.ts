import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('payment_allocations')
export class PaymentAllocation {
  @PrimaryColumn('bigint', { name: 'payment_id' }) paymentId!: number;
  @PrimaryColumn('int') position!: number;
  @Column('bigint', { name: 'invoice_id' }) invoiceId!: number;
  @Column('numeric') amount!: string;
}
