import type { DocumentView } from '@billhook/contract/invoicing/document';
import type { DocumentDelivery } from '@billhook/contract/invoicing/document-delivery';
import type { CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { Column, PrimaryGeneratedColumn } from 'typeorm';
import type { LineColumns } from './line.columns.js';

/** The columns that all kinds of documents share. */
export abstract class DocumentColumns {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'client_id' }) clientId!: number;
  @Column('text', { nullable: true }) number!: string | null;
  @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('date', { name: 'issue_date' }) issueDate!: string;
  @Column('text') currency!: CurrencyCode;
  @Column('boolean', { name: 'prices_include_tax' }) pricesIncludeTax!: boolean;
  @Column('jsonb') allowances!: DocumentView['allowances'];
  @Column('jsonb') charges!: DocumentView['charges'];
  @Column('numeric', { name: 'rounding_increment', nullable: true }) roundingIncrement!: string | null;
  @Column('jsonb') totals!: DocumentView['totals'];
  @Column('jsonb', { name: 'tax_breakdown' }) taxBreakdown!: DocumentView['taxBreakdown'];
  /** What the client has to pay: the gross total with cash rounding (`totals.due`). */
  @Column('numeric') payable!: string;
  @Column('text', { name: 'purchase_order', nullable: true }) purchaseOrder!: string | null;
  @Column('text', { name: 'buyer_reference', nullable: true }) buyerReference!: string | null;
  @Column('text') series!: string;
  @Column('text', { nullable: true }) contract!: string | null;
  @Column('text', { nullable: true }) project!: string | null;
  @Column('jsonb') notes!: string[];
  @Column('text', { nullable: true }) terms!: string | null;
  @Column('jsonb', { name: 'payment_means', nullable: true }) paymentMeans!: DocumentView['paymentMeans'];
  @Column('text', { nullable: true }) locale!: DocumentLocale | null;
  @Column('jsonb', { name: 'custom_fields' }) customFields!: DocumentView['customFields'];
  @Column('text', { name: 'private_notes', nullable: true }) privateNotes!: string | null;
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true }) sentAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'viewed_at', precision: 3, nullable: true }) viewedAt!: Date | null;
  /** The token of the read-only link; null without a link or after it was revoked. */
  @Column('text', { name: 'public_token', nullable: true }) publicToken!: string | null;
  @Column('jsonb', { nullable: true }) delivery!: DocumentDelivery | null;
  @Column('int') version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}

/** The line items and the link of a document. */
export interface DocumentExtras {
  lines: LineColumns[];
  publicUrl: string | null;
}
