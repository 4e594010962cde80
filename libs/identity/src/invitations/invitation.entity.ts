import type { Locale } from '@billhook/contract/identity/member';
import type { Permission, Role } from '@billhook/domain/identity/permissions';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An invitation to become a member. Only a hash of the token in its link is stored. */
@Entity('invitations')
export class Invitation {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') email!: string;
  @Column('text') name!: string;
  @Column('text') role!: Role;
  @Column('text', { array: true }) permissions!: Permission[];
  @Column('text') locale!: Locale;
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  /** The member who last sent it; null for the operator. */
  @Column('bigint', { name: 'invited_by', nullable: true }) invitedBy!: number | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3 }) sentAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  @Column({ type: 'timestamptz', name: 'accepted_at', precision: 3, nullable: true }) acceptedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'withdrawn_at', precision: 3, nullable: true }) withdrawnAt!: Date | null;
}
