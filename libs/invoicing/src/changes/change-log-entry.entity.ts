import type { RecordName } from '@billhook/domain/shared/resources';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A version of a record in the log of changes, or its deletion. */
@Entity('record_changes')
export class ChangeLogEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') resource!: RecordName;
  @Column('bigint', { name: 'record_id' }) recordId!: number;
  @Column('integer') version!: number;
  @Column('boolean') deleted!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  /** Null until the change is numbered, after its commit. */
  @Column('bigint', { nullable: true }) sequence!: number | null;
}

/** The last number of a company, and the last one whose row retention has deleted. */
@Entity('record_change_counters')
export class RecordChangeCounter {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint') last!: number;
  @Column('bigint') dropped!: number;
}
