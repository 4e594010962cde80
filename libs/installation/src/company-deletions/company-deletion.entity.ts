import type { CompanyDeletionStatus } from '@billhook/domain/identity/company-deletion';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The deletion of a company. It remains afterwards, without personal data. */
@Entity('company_deletions')
export class CompanyDeletion {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') status!: CompanyDeletionStatus;
  /** Null once the company is deleted. */
  @Column('text', { name: 'requested_by', nullable: true }) requestedBy!: string | null;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 }) requestedAt!: Date;
  @Column({ type: 'timestamptz', name: 'deletes_at', precision: 3 }) deletesAt!: Date;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, nullable: true }) startedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true }) completedAt!: Date | null;
  /** While it runs, without those of the cell, which its mark counts. */
  @Column('bigint', { name: 'deleted_rows' }) deletedRows!: number;
  /** The end of its audit log and its event log, to compare with what others have stored. */
  @Column('bigint', { name: 'audit_entries', nullable: true }) auditEntries!: number | null;
  @Column({ type: 'bytea', name: 'audit_head', nullable: true }) auditHead!: Buffer | null;
  @Column('bigint', { name: 'last_sequence', nullable: true }) lastSequence!: number | null;
}

/**
 * The mark of a company whose deletion runs, on the side of the rows. Triggers keep every entry of the audit log and the document chain of a
 * company without it.
 */
@Entity('deleting_companies')
export class DeletingCompany {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'deleted_rows', default: 0 }) deletedRows!: number;
}
