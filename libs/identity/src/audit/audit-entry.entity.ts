import type { AuditEntryView } from '@billhook/contract/identity/audit';
import type { ActorKind, AuditAction } from '@billhook/domain/identity/audit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A trigger sets the id and the hashes and would overwrite inserted values: hence `insert: false`. */
@Entity('audit_log')
export class AuditEntry {
  @PrimaryColumn('bigint', { insert: false }) id!: number;
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
  @Column({ type: 'bytea', name: 'prev_hash', nullable: true, insert: false }) readonly prevHash?: string | null;
  @Column({ type: 'bytea', insert: false }) readonly hash?: string;
}

/** The last entry of a company. Only the trigger writes it. */
@Entity('audit_heads')
export class AuditHead {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint') entries!: number;
  @Column('bigint', { name: 'entry_id', nullable: true }) entryId!: number | null;
  @Column({ type: 'bytea', nullable: true }) hash!: Buffer | null;
}

/** An entry in the chain of its company; hashes in hexadecimal. */
export interface ChainedEntry extends AuditEntry {
  readonly prevHash: string | null;
  readonly hash: string;
}
