import type { AuditEntryView } from '@billhook/contract/audit';
import type { ActorKind, AuditAction } from '@billhook/domain/audit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What a writer says. The id is PostgreSQL's, and so are the hashes, which stand in no entity: only a trigger writes them. */
@Entity('audit_log')
export class AuditEntry {
  @PrimaryGeneratedColumn({ type: 'bigint' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  @Column('text', { name: 'actor_kind' }) actorKind!: ActorKind;
  @Column('bigint', { name: 'member_id', nullable: true }) memberId!: number | null;
  @Column('bigint', { name: 'key_id', nullable: true }) keyId!: number | null;
  @Column('text') actor!: string;
  @Column('text') action!: AuditAction;
  @Column('text', { nullable: true }) target!: string | null;
  @Column('jsonb') details!: AuditEntryView['details'];
  @Column('text', { nullable: true }) ip!: string | null;
  @Column('text', { name: 'user_agent', nullable: true }) userAgent!: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId!: string | null;
}

/** An entry as it lies in the chain of its company; hashes in hexadecimal. */
export interface ChainedEntry extends AuditEntry {
  readonly prevHash: string | null;
  readonly hash: string;
}
