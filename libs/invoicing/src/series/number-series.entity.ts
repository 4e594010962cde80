import type { SeriesKind, SeriesReset } from '@billhook/domain/invoicing/series';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('number_series')
export class NumberSeries {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') kind!: SeriesKind;
  @Column('text') code!: string;
  @Column('text') pattern!: string;
  @Column('text') reset!: SeriesReset;
  @Column('int') start!: number;
  @Column('int') version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}

/** The counter of a series in one period: a year, a month, or all time. */
@Entity('number_series_periods')
export class NumberSeriesPeriod {
  @PrimaryColumn('bigint', { name: 'series_id' }) seriesId!: number;
  @PrimaryColumn('text') period!: string;
  @Column('int') first!: number;
  @Column('int') next!: number;
  @Column('date', { name: 'last_date' }) lastDate!: string;
}

/** A number that a series has given to a document. */
@Entity('number_series_numbers')
export class NumberSeriesNumber {
  @PrimaryColumn('bigint', { name: 'series_id' }) seriesId!: number;
  @PrimaryColumn('text') period!: string;
  @PrimaryColumn('int') value!: number;
  @Column('text') number!: string;
  @Column('date', { name: 'issue_date' }) issueDate!: string;
}

/** A number of an invoice or credit note. The database writes it: no two documents of a company can have the same number. */
@Entity('document_numbers')
export class DocumentNumber {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('text') number!: string;
}
