import type { PortalAccess } from '@billhook/domain/webhooks/portal-access';
import { Column, Entity, PrimaryColumn } from 'typeorm';

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
