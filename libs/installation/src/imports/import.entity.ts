import type {
  Delimiter,
  ImportableName,
  ImportFailure,
  ImportFormat,
  ImportStatus,
} from '@billhook/domain/shared/import';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** How the rows of an import are read. */
export interface ImportReading {
  readonly delimiter: Delimiter;
  /** The header of each column, and its member, which is null for an ignored column. Empty for NDJSON. */
  readonly headers: readonly string[];
  readonly fields: readonly (string | null)[];
  readonly defaults: Readonly<Record<string, string>>;
  readonly unique: readonly ('email' | 'vatNumber')[];
}

/** An import. Its row is its only state: any worker continues it. */
@Entity('imports')
export class Import {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') resource!: ImportableName;
  @Column('text') format!: ImportFormat;
  @Column('jsonb') reading!: ImportReading;
  @Column('boolean', { name: 'dry_run' }) dryRun!: boolean;
  @Column('text') status!: ImportStatus;
  @Column('text', { nullable: true }) failure!: ImportFailure | null;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column('bigint', { name: 'key_id', nullable: true }) keyId!: number | null;
  @Column('bigint', { name: 'grant_id', nullable: true }) grantId!: number | null;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true }) completedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
  /** The next part. */
  @Column('int') part!: number;
  /** Attempts at the current part that did not write it. */
  @Column('int') failures!: number;
  /** Null unless an attempt is running or failed. */
  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3, nullable: true }) nextAttemptAt!: Date | null;
  @Column('int') total!: number;
  @Column('int') done!: number;
  @Column('int') created!: number;
  @Column('int') existing!: number;
  @Column('int') rejected!: number;
}

/** Some rows of an import, and their results. */
@Entity('import_parts')
export class ImportPart {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('bigint', { name: 'import_id' }) importId!: number;
  @PrimaryColumn('int') part!: number;
  @Column('int', { name: 'first_row' }) firstRow!: number;
  @Column('int') rows!: number;
  @Column('text') content!: string;
  @Column('text', { nullable: true }) results!: string | null;
}

/** The digest of a row that was imported. */
@Entity('import_row_keys')
export class ImportRowKey {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('bytea') key!: Buffer;
  @Column('bigint', { name: 'import_id' }) importId!: number;
  @Column('bigint', { name: 'record_id', nullable: true }) recordId!: number | null;
}
