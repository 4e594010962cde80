import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { TaxBreakdownRow } from '@billhook/domain/invoicing/totals';
import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import { Column, Entity } from 'typeorm';
import { DocumentColumns, type DocumentExtras } from '../documents/document.columns.js';

/** A quote's status is not kept: it follows from these facts, from the calendar and from its invoices. */
@Entity('quotes')
export class Quote extends DocumentColumns {
  @Column('text', { nullable: true }) title!: string | null;
  @Column('date', { name: 'expiry_date', nullable: true }) expiryDate!: string | null;
  @Column('int') revision!: number;
  @Column('bigint', { name: 'previous_revision_id', nullable: true }) previousRevisionId!: number | null;
  @Column({ type: 'timestamptz', name: 'accepted_at', precision: 3, nullable: true }) acceptedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'declined_at', precision: 3, nullable: true }) declinedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'superseded_at', precision: 3, nullable: true }) supersededAt!: Date | null;
  @Column('jsonb', { nullable: true }) acceptance!: QuoteView['acceptance'];
  @Column('jsonb', { nullable: true }) seller!: QuoteView['seller'];
  @Column('jsonb', { nullable: true }) client!: QuoteView['client'];
  @Column('jsonb', { nullable: true }) decline!: QuoteView['decline'];
}

/** An invoice that was made of a quote. */
export interface QuoteInvoice {
  readonly id: number;
  readonly status: InvoiceStatus;
  /** Whether all of it is credited. */
  readonly credited: boolean;
  readonly gross: string;
  /** Gross with cash rounding. */
  readonly due: string;
  readonly taxBreakdown: TaxBreakdownRow[];
  readonly quoteLineIds: number[];
}

/** A quote as it is read: with its lines, its link, its revisions and invoices, and the date of today in its company's zone. */
export type QuoteRow = Quote &
  DocumentExtras & {
    today: string;
    invoices: QuoteInvoice[];
    nextRevisionId: number | null;
  };
