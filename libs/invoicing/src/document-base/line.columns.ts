import type { LineView } from '@billhook/contract/invoicing/document-line';
import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** The columns of a document's line item. */
export abstract class LineColumns {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('int') position!: number;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('numeric') quantity!: string;
  @Column('text') unit!: string;
  @Column('numeric', { name: 'unit_price' }) unitPrice!: string;
  @Column('numeric', { name: 'price_base_quantity' }) priceBaseQuantity!: string;
  @Column('jsonb', { nullable: true }) discount!: LineView['discount'];
  @Column('jsonb') allowances!: LineView['allowances'];
  @Column('jsonb') charges!: LineView['charges'];
  @Column('text', { name: 'tax_category' }) taxCategory!: LineView['taxCategory'];
  @Column('numeric', { name: 'tax_rate', nullable: true }) taxRate!: string | null;
  @Column('text', { name: 'exemption_reason', nullable: true }) exemptionReason!: string | null;
  @Column('jsonb', { name: 'service_period', nullable: true }) servicePeriod!: LineView['servicePeriod'];
  @Column('text', { name: 'seller_item_id', nullable: true }) sellerItemId!: string | null;
  @Column('text', { name: 'buyer_item_id', nullable: true }) buyerItemId!: string | null;
  @Column('jsonb', { name: 'custom_fields' }) customFields!: LineView['customFields'];
  @Column('numeric') net!: string;
  @Column('numeric') tax!: string;
  @Column('numeric') gross!: string;
}
