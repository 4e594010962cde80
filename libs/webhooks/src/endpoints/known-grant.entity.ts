import type { GrantState } from '@billhook/identity/oauth/grant-applications';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What a cell knows of a grant on which enabled endpoints depend, as of its last update. Without a row, nothing is known of it, and nothing
 * is sent.
 */
@Entity('webhook_grants')
export class KnownGrant {
  @PrimaryColumn({ name: 'grant_id', type: 'bigint' })
  grantId!: number;

  @Column({ name: 'company_id', type: 'bigint' })
  companyId!: number;

  @Column({ name: 'access', type: 'text' })
  access!: GrantState['access'];

  /** In the time of the company. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** The scopes that its member still has, in one order. */
  @Column({ name: 'permissions', type: 'text', array: true })
  permissions!: string[];
}
