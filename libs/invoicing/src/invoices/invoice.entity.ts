import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import type { FittedAmounts } from '@billhook/domain/invoicing/totals/totals-input';
import type { PaymentTerms } from '@billhook/domain/shared/calendar';
import { Column, Entity } from 'typeorm';
import { DocumentColumns, type DocumentExtras } from '../document-base/document.columns.js';
import { LineColumns } from '../document-base/line.columns.js';

/** A member as it is stored: the presenter adds the parts of the actor. */
type StoredEntry<Name extends 'writeOff' | 'rejection' | 'lastTransition'> = Omit<
  NonNullable<InvoiceView[Name]>,
  'actor'
> | null;

@Entity('invoices')
export class Invoice extends DocumentColumns {
  /** Derived at every write, and stored for the filters of lists. */
  @Column('text') status!: InvoiceStatus;
  @Column('date', { name: 'due_date', nullable: true }) dueDate!: string | null;
  /** Null for issued invoices, for drafts that an earlier release wrote, and for a date by the terms of the company. */
  @Column('boolean', { name: 'due_date_by_terms', nullable: true }) dueDateByTerms!: boolean | null;
  /** The payment terms that the company had when the draft was created. Null after issue. */
  @Column('jsonb', { name: 'company_payment_terms', nullable: true }) companyPaymentTerms!: PaymentTerms | null;
  /** The due date that the PDF shows, even after the invoice is postponed. Null for drafts. */
  @Column('date', { name: 'due_date_at_issue', nullable: true }) dueDateAtIssue!: string | null;
  @Column('date', { name: 'supply_date', nullable: true }) supplyDate!: string | null;
  @Column('jsonb', { name: 'service_period', nullable: true }) servicePeriod!: InvoiceView['servicePeriod'];
  @Column('bigint', { name: 'quote_id', nullable: true }) quoteId!: number | null;
  /** The line items copied from the quote: none can be invoiced twice. */
  @Column('jsonb', { name: 'quote_line_ids' }) quoteLineIds!: number[];
  /** For a share of a quote: the amounts with which all shares add up to the quote. */
  @Column('jsonb', { nullable: true }) fitted!: FittedAmounts | null;
  /** Whether no part of the tax breakdown is left to credit. */
  @Column('boolean', { name: 'fully_credited', default: false }) fullyCredited!: boolean;
  @Column('numeric', { name: 'amount_paid' }) amountPaid!: string;
  @Column('numeric', { name: 'amount_credited' }) amountCredited!: string;
  @Column('numeric', { name: 'amount_written_off', default: 0 }) amountWrittenOff!: string;
  @Column('jsonb', { name: 'write_off', nullable: true }) writeOff!: StoredEntry<'writeOff'>;
  @Column('jsonb', { nullable: true }) seller!: InvoiceView['seller'];
  @Column('jsonb', { nullable: true }) client!: InvoiceView['client'];
  @Column('jsonb', { nullable: true }) rejection!: StoredEntry<'rejection'>;
  @Column('jsonb', { name: 'last_transition', nullable: true }) lastTransition!: StoredEntry<'lastTransition'>;
  @Column({ type: 'timestamptz', name: 'issued_at', precision: 3, nullable: true }) issuedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'paid_at', precision: 3, nullable: true }) paidAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'overdue_since', precision: 3, nullable: true }) overdueSince!: Date | null;
  @Column({ type: 'timestamptz', name: 'rejected_at', precision: 3, nullable: true }) rejectedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'voided_at', precision: 3, nullable: true }) voidedAt!: Date | null;
}

/** An invoice with its line items, its link and the ids of its credit notes. */
export type InvoiceRow = Invoice & DocumentExtras & { creditNoteIds: number[] };

@Entity('invoice_lines')
export class InvoiceLine extends LineColumns {
  @Column('bigint', { name: 'invoice_id' }) documentId!: number;
}
