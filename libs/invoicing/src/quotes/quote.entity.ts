import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import type { TaxBreakdownRow } from '@billhook/domain/invoicing/totals/totals';
import { Column, Entity } from 'typeorm';
import { DocumentColumns, type DocumentExtras } from '../document-base/document.columns.js';
import { LineColumns } from '../document-base/line.columns.js';

/** The status of a quote is not stored: it follows from these columns, the calendar and the invoices of the quote. */
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

/** An invoice created from a quote. */
export interface QuoteInvoice {
  readonly id: number;
  readonly status: InvoiceStatus;
  /** Whether the invoice is fully credited. */
  readonly credited: boolean;
  readonly gross: string;
  /** The gross total with cash rounding. */
  readonly due: string;
  readonly taxBreakdown: TaxBreakdownRow[];
  readonly quoteLineIds: number[];
}

/** A quote with its line items, link, revisions and invoices, and with today's date in its company's time zone. */
export type QuoteRow = Quote &
  DocumentExtras & {
    today: string;
    invoices: QuoteInvoice[];
    nextRevisionId: number | null;
  };

@Entity('quote_lines')
export class QuoteLine extends LineColumns {
  @Column('bigint', { name: 'quote_id' }) documentId!: number;
}
