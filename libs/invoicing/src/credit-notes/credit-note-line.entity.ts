import { Column, Entity } from 'typeorm';
import { LineColumns } from '../document-base/line.columns.js';

@Entity('credit_note_lines')
export class CreditNoteLine extends LineColumns {
  @Column('bigint', { name: 'credit_note_id' }) documentId!: number;
}
