import type { ApplicationSource, ApplicationType } from '@billhook/domain/identity/application';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A third-party application: a client of the OAuth server. */
@Entity('oauth_applications')
export class OAuthApplication {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text') source!: ApplicationSource;
  @Column('text') type!: ApplicationType;
  /** The company that registered it; null if no member did. */
  @Column('bigint', { name: 'company_id', nullable: true }) companyId!: number | null;
  @Column('bigint', { name: 'member_id', nullable: true }) memberId!: number | null;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) homepage!: string | null;
  @Column('text', { name: 'logo_url', nullable: true }) logoUrl!: string | null;
  @Column('bytea', { nullable: true, select: false }) logo!: Buffer | null;
  @Column('text', { name: 'logo_type', nullable: true }) logoType!: string | null;
  @Column('text', { name: 'redirect_uris', array: true }) redirectUris!: string[];
  /** What it may ask for; empty for everything that can be granted. */
  @Column('text', { array: true }) scopes!: Permission[];
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @Column({ type: 'timestamptz', name: 'archived_at', precision: 3, nullable: true }) archivedAt!: Date | null;
}

/** A client secret, of which only an HMAC is stored. */
@Entity('oauth_secrets')
export class OAuthSecret {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'application_id' }) applicationId!: number;
  @Column('text') prefix!: string;
  @Column('bytea') hash!: Buffer;
  @Column('text', { name: 'hash_version' }) hashVersion!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true }) lastUsedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true }) revokedAt!: Date | null;
}

/** The applications that a company allows. Without a row, the company allows every application. */
@Entity('oauth_policies')
export class OAuthPolicy {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') allow!: 'every' | 'listed';
  @Column('text', { name: 'client_ids', array: true }) clientIds!: string[];
  /** Whether `listed` allows the applications that are part of Billhook as well. */
  @Column('boolean', { default: true }) builtin!: boolean;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
