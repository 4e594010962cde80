import type { CompanyExportStatus, MissingPdfReason } from '@billhook/domain/identity/company-export';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An export of everything that a company owns. Its row is its only state: any worker continues it. */
@Entity('company_exports')
export class CompanyExport {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') status!: CompanyExportStatus;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true }) completedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
  /** The section that is being written, and the position in it. */
  @Column('int') section!: number;
  @Column('bigint') cursor!: number;
  /** The next part of the current file, and the next file. */
  @Column('int') part!: number;
  @Column('int') position!: number;
  /** PDFs that it leaves out. */
  @Column('int', { default: 0 }) missing!: number;
  /** How long the current section has waited for PDFs, and when the last attempt without progress ended. */
  @Column('int', { name: 'stalled_ms', default: 0 }) stalledMs!: number;
  @Column({ type: 'timestamptz', name: 'stalled_at', precision: 3, nullable: true }) stalledAt!: Date | null;
  /** Attempts at the current page that failed one after another. */
  @Column('int') failures!: number;
  @Column('bigint', { name: 'section_records' }) sectionRecords!: number;
  @Column('bigint') records!: number;
  /** Null until a worker has counted the records. */
  @Column('bigint', { nullable: true }) total!: number | null;
  @Column('bigint') bytes!: number;
  /** The sequence of the last event at the start and at the end. */
  @Column('bigint', { name: 'sequence_start', nullable: true }) sequenceStart!: number | null;
  @Column('bigint', { name: 'sequence_end', nullable: true }) sequenceEnd!: number | null;
  /** SHA-256 of the manifest in hexadecimal. */
  @Column('text', { nullable: true }) digest!: string | null;
}

/** A file of an export. */
@Entity('company_export_files')
export class CompanyExportFile {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('bigint', { name: 'export_id' }) exportId!: number;
  @PrimaryColumn('int') position!: number;
  @Column('text') path!: string;
  @Column('bigint') records!: number;
  @Column('bigint') bytes!: number;
  /** SHA-256 in hexadecimal; null for a PDF that is missing, and why. */
  @Column('text', { nullable: true }) digest!: string | null;
  @Column('text', { nullable: true }) missing!: MissingPdfReason | null;
  /** The document of a PDF. */
  @Column('text', { nullable: true }) resource!: string | null;
  @Column('bigint', { name: 'record_id', nullable: true }) recordId!: number | null;
}

/** A part of a file that is not a PDF. */
@Entity('company_export_parts')
export class CompanyExportPart {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('bigint', { name: 'export_id' }) exportId!: number;
  @PrimaryColumn('int') position!: number;
  @PrimaryColumn('int') part!: number;
  @Column('bytea') content!: Buffer;
}
