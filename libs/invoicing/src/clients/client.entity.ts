import type { ClientView } from '@billhook/contract/invoicing/client';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('clients')
export class Client {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('text') status!: ClientView['status'];
  @Column('text') kind!: ClientView['kind'];
  @Column('text') name!: string;
  @Column('text', { name: 'trading_name', nullable: true }) tradingName!: string | null;
  @Column('text', { name: 'first_name', nullable: true }) firstName!: string | null;
  @Column('text', { name: 'last_name', nullable: true }) lastName!: string | null;
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { nullable: true }) phone!: string | null;
  @Column('jsonb') contacts!: ClientView['contacts'];
  @Column('jsonb', { name: 'billing_address' }) billingAddress!: ClientView['billingAddress'];
  @Column('jsonb', { name: 'delivery_address', nullable: true }) deliveryAddress!: ClientView['deliveryAddress'];
  @Column('jsonb', { name: 'legal_id', nullable: true }) legalId!: ClientView['legalId'];
  @Column('text', { name: 'vat_number', nullable: true }) vatNumber!: string | null;
  @Column('jsonb', { name: 'electronic_address', nullable: true }) electronicAddress!: ClientView['electronicAddress'];
  @Column('text', { name: 'buyer_reference', nullable: true }) buyerReference!: string | null;
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('text', { nullable: true }) locale!: string | null;
  @Column('jsonb', { name: 'payment_terms', nullable: true }) paymentTerms!: ClientView['paymentTerms'];
  @Column('text', { nullable: true }) notes!: string | null;
  @Column('jsonb', { name: 'custom_fields' }) customFields!: ClientView['customFields'];
  @Column('int') version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}

/** A client with its outstanding amount, overdue amount and credit in each currency. */
export type ClientRow = Client & { balances: ClientView['balances'] };
