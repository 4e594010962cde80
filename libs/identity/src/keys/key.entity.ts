import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Column, Entity, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';

/** A key without its secret: only an HMAC of it is stored. Never deleted, as audit entries refer to it. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column('text') name!: string;
  @Column('text') prefix!: string;
  @Column('bytea') hash!: Buffer;
  @Column('text', { name: 'hash_version' }) hashVersion!: string;
  @Column('text', { array: true }) scopes!: Permission[];
  /** The choice that `expiresAt` was computed from. */
  @Column('text') lifetime!: KeyExpiry;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column('text', { name: 'created_from_ip', nullable: true }) createdFromIp!: string | null;
  @Column('text', { name: 'created_from_agent', nullable: true }) createdFromAgent!: string | null;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true }) lastUsedAt!: Date | null;
  @Column('text', { name: 'last_used_ip', nullable: true }) lastUsedIp!: string | null;
  @Column('text', { name: 'last_used_agent', nullable: true }) lastUsedAgent!: string | null;
  @Column({ type: 'timestamptz', name: 'first_used_at', precision: 3, nullable: true }) firstUsedAt!: Date | null;
  /** Networks that requests may come from; empty for any. */
  @Column('text', { name: 'allowed_cidrs', array: true }) allowedCidrs!: string[];
  /** Requests a minute; null for the installation's default. */
  @Column('int', { name: 'rate_limit', nullable: true }) rateLimit!: number | null;
  /** The first key of a chain of rotations; null for that key itself. */
  @Column('bigint', { name: 'family_id', nullable: true }) familyId!: number | null;
  @Column('bigint', { name: 'predecessor_id', nullable: true }) predecessorId!: number | null;
  @Column('bigint', { name: 'successor_id', nullable: true }) successorId!: number | null;
  /** How long it works after the first use of its successor. */
  @Column('int', { name: 'grace_seconds', nullable: true }) graceSeconds!: number | null;
  @Column({ type: 'timestamptz', name: 'retires_at', precision: 3, nullable: true }) retiresAt!: Date | null;
  /** The last expiry warning, in days before the end. */
  @Column('smallint', { name: 'warned_days', nullable: true }) warnedDays!: number | null;
  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true }) revokedAt!: Date | null;
  @Column('text', { name: 'revoked_by', nullable: true }) revokedBy!: string | null;
  @Column('text', { name: 'revocation_reason', nullable: true }) revocationReason!: string | null;
}

/** The key policy of a company. Without a row, everything that the product allows. */
@Entity('key_policies')
export class CompanyKeyPolicy {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text', { name: 'longest_lifetime' }) longestLifetime!: KeyExpiry;
  @Column('boolean', { name: 'cidrs_required' }) cidrsRequired!: boolean;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
