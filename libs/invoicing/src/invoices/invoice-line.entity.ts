import { Column, Entity } from 'typeorm';
import { LineColumns } from '../document-base/line.columns.js';

@Entity('invoice_lines')
export class InvoiceLine extends LineColumns {
  @Column('bigint', { name: 'invoice_id' }) documentId!: number;
}
