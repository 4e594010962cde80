import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link that sets a new password. Only a hash of what it holds is kept, and only as long as it works. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('bigint', { name: 'account_id' }) accountId!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
}
