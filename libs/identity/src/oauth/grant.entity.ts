import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** What a member has allowed an application, in one company. Never deleted, as audit entries refer to it. */
@Entity('oauth_grants')
export class OAuthGrant {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'application_id' }) applicationId!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column('text') resource!: OAuthResource;
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
  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true }) revokedAt!: Date | null;
  @Column('text', { name: 'revoked_by', nullable: true }) revokedBy!: string | null;
  @Column('text', { name: 'revocation_reason', nullable: true }) revocationReason!: string | null;
}

/** An access or refresh token, a code, or an authorization in progress. The secret itself is not stored. */
@Entity('oauth_tokens')
export class OAuthToken {
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('text', { name: 'hash_version' }) hashVersion!: string;
  @Column('text') kind!: string;
  @Column('bigint', { name: 'grant_id', nullable: true }) grantId!: number | null;
  @Column('bytea', { name: 'user_code_hash', nullable: true }) userCodeHash!: Buffer | null;
  @Column('jsonb') payload!: Readonly<Record<string, unknown>>;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'consumed_at', precision: 3, nullable: true }) consumedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
}
