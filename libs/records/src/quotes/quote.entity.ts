import { Column, Entity } from 'typeorm';
import { DocumentColumns } from '../documents/document.columns.js';
import type { LineColumns } from '../documents/line.columns.js';

@Entity('quotes')
export class Quote extends DocumentColumns {
  /** What is stored of the status; expiry is derived from the calendar. */
  @Column('text') status!: 'Draft' | 'Sent';
  @Column('text', { nullable: true }) title!: string | null;
  @Column('date', { name: 'expiry_date', nullable: true }) expiryDate!: string | null;
}

/** A quote as it is read: with its lines, and the date of today in its company's zone. */
export type QuoteRow = Quote & { lines: LineColumns[]; today: string };
