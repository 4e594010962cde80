import type { AuditAction, AuditEntryView } from '@billhook/contract/audit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('audit_log')
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  @Column('text') actor!: string;
  @Column('text') action!: AuditAction;
  @Column('text', { nullable: true }) target!: string | null;
  @Column('jsonb') details!: AuditEntryView['details'];
  @Column('text', { nullable: true }) ip!: string | null;
  @Column('text', { name: 'user_agent', nullable: true }) userAgent!: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
}
