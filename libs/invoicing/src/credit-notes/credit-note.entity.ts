import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { Column, Entity } from 'typeorm';
import { DocumentColumns, type DocumentExtras } from '../document-base/document.columns.js';
import { LineColumns } from '../document-base/line.columns.js';

/** A credit note is issued when it is created: it always has a number and is never edited. Its amounts are positive. */
@Entity('credit_notes')
export class CreditNote extends DocumentColumns {
  @Column('bigint', { name: 'invoice_id' }) invoiceId!: number;
  @Column('jsonb') reason!: CreditNoteView['reason'];
  @Column('jsonb') allocation!: CreditNoteView['allocation'];
  @Column('jsonb') seller!: CreditNoteView['seller'];
  @Column('jsonb') client!: CreditNoteView['client'];
}

/** A credit note with its line items, its link and the number of its invoice. */
export type CreditNoteRow = CreditNote & DocumentExtras & { invoiceNumber: string };

@Entity('credit_note_lines')
export class CreditNoteLine extends LineColumns {
  @Column('bigint', { name: 'credit_note_id' }) documentId!: number;
}
