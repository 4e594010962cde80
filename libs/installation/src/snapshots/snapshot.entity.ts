import type { RecordName } from '@billhook/domain/shared/resources';
import type { SnapshotStatus } from '@billhook/domain/shared/snapshot';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A copy of the records of a company from one consistent state. */
@Entity('snapshots')
export class Snapshot {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') status!: SnapshotStatus;
  @Column('text', { array: true }) resources!: RecordName[];
  /** Requested, but the caller may not read them. */
  @Column('text', { name: 'left_out', array: true }) leftOut!: RecordName[];
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  /** The position in the log of changes before the transaction that reads the records; null until an attempt begins. */
  @Column('bigint', { nullable: true }) position!: number | null;
  /** The number of the attempt whose parts are valid; each worker that is killed leaves one. */
  @Column('int') attempt!: number;
  @Column('int') total!: number;
  @Column('int') done!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true }) completedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
}

/** Some records of a snapshot as compressed lines of JSON. */
@Entity('snapshot_parts')
export class SnapshotPart {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'snapshot_id' }) snapshotId!: number;
  @Column('int') attempt!: number;
  @Column('int') number!: number;
  @Column('text') resource!: RecordName;
  @Column('int') records!: number;
  @Column('int') bytes!: number;
  /** SHA-256 in hexadecimal. */
  @Column('text') digest!: string;
  @Column('bytea', { nullable: true }) content!: Buffer | null;
  /** Requests that did not count towards the rate limits. */
  @Column('int', { default: 0 }) downloads!: number;
}
