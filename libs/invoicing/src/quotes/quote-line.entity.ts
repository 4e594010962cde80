import { Column, Entity } from 'typeorm';
import { LineColumns } from '../document-base/line.columns.js';

@Entity('quote_lines')
export class QuoteLine extends LineColumns {
  @Column('bigint', { name: 'quote_id' }) documentId!: number;
}
