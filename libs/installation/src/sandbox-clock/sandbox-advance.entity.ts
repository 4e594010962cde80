import type { AdvanceStatus } from '@billhook/domain/shared/sandbox-clock';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An advance of the clock of a sandbox. Its first three times are those of the sandbox, the others those of the machine. */
@Entity('sandbox_advances')
export class SandboxAdvance {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') status!: AdvanceStatus;
  @Column({ type: 'timestamptz', name: 'from_time', precision: 3 }) fromTime!: Date;
  @Column({ type: 'timestamptz', name: 'to_time', precision: 3 }) toTime!: Date;
  @Column({ type: 'timestamptz', precision: 3 }) reached!: Date;
  @Column('int', { name: 'overdue_invoices' }) overdueInvoices!: number;
  @Column('int', { name: 'key_warnings' }) keyWarnings!: number;
  @Column('int', { name: 'due_deliveries' }) dueDeliveries!: number;
  /** The rest of the move of waiting deliveries (`TimerMove`) of the last step; null if all have been moved. */
  @Column('bigint', { name: 'moving_by', nullable: true }) movingBy!: number | null;
  @Column('bigint', { name: 'moved_to', nullable: true }) movedTo!: number | null;
  @Column('bigint', { name: 'moving_to', nullable: true }) movingTo!: number | null;
  /** Failures since the last step. */
  @Column('int') attempts!: number;
  @Column('text', { name: 'requested_by' }) requestedBy!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true }) completedAt!: Date | null;
}
