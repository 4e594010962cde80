import { Column, Entity } from 'typeorm';
import { LineColumns } from '../documents/line.columns.js';

@Entity('quote_lines')
export class QuoteLine extends LineColumns {
  @Column('bigint', { name: 'quote_id' }) documentId!: number;
}
