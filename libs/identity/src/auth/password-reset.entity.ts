import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A password reset link. Only a hash of its token is stored, until the link is used or expires. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('bigint', { name: 'account_id' }) accountId!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
}
