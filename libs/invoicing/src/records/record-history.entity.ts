import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { ChangeDetails } from './change.js';

/** A line of a record's timeline. */
@Entity('record_history')
export class RecordHistory {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') resource!: string;
  @Column('bigint', { name: 'record_id' }) recordId!: number;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  @Column('text') by!: string;
  @Column('text') action!: string;
  @Column('text', { nullable: true }) status!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('jsonb') details!: ChangeDetails;
}

/** The tombstone of a deleted record. */
@Entity('record_tombstones')
export class RecordTombstone {
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('text') resource!: string;
  @PrimaryColumn('bigint', { name: 'record_id' }) recordId!: number;
  /** The version of the deletion: the last version of the record plus one. */
  @Column('integer') version!: number;
  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3 }) deletedAt!: Date;
}
