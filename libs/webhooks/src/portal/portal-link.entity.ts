import type { PortalAccess, PortalLinkPurpose } from '@billhook/domain/webhooks/portal-access';
import { Column, Entity, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';

/** A single-use link into the webhook portal. Only a hash of its token is stored. */
@Entity('portal_links')
export class PortalLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column('text') access!: PortalAccess;
  @Column('text', { default: 'share' }) purpose!: PortalLinkPurpose;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  /** When the password was last confirmed in the session that created it. */
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3 }) confirmedAt!: Date;
  @Column({ type: 'timestamptz', name: 'redeemed_at', precision: 3, nullable: true }) redeemedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true }) revokedAt!: Date | null;
}

/** An open webhook portal. Only a hash of its cookie is stored. */
@Entity('portal_sessions')
export class PortalSession {
  @PrimaryColumn('bytea', { name: 'id_hash' }) idHash!: Buffer;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column('bigint', { name: 'link_id' }) linkId!: number;
  @Column('text') access!: PortalAccess;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  /** When the member last confirmed the password, in the settings or in the portal. */
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3 }) confirmedAt!: Date;
}
