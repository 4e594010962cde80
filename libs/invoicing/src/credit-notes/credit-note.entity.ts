import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { Column, Entity } from 'typeorm';
import { DocumentColumns, type DocumentExtras } from '../documents/document.columns.js';

/** Issued when it is made: it has a number at once, and is never edited. Amounts are positive. */
@Entity('credit_notes')
export class CreditNote extends DocumentColumns {
  @Column('bigint', { name: 'invoice_id' }) invoiceId!: number;
  @Column('jsonb') reason!: CreditNoteView['reason'];
  @Column('jsonb') allocation!: CreditNoteView['allocation'];
  @Column('jsonb') seller!: CreditNoteView['seller'];
  @Column('jsonb') client!: CreditNoteView['client'];
}

/** A credit note as it is read: with its lines, its link and the number of its invoice. */
export type CreditNoteRow = CreditNote & DocumentExtras & { invoiceNumber: string };
