import { Column, Entity } from 'typeorm';
import { LineColumns } from '../documents/line.columns.js';

@Entity('invoice_lines')
export class InvoiceLine extends LineColumns {
  @Column('bigint', { name: 'invoice_id' }) documentId!: number;
}
