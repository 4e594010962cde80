import { Column, Entity, Generated, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A signed-in browser. Only a hash of its cookie is stored. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('bytea', { name: 'id_hash' }) idHash!: Buffer;
  /** Its id in lists and routes. */
  @Column('bigint') @Generated('increment') id!: number;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_seen_at', precision: 3 }) lastSeenAt!: Date;
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3 }) confirmedAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  @Column('text', { nullable: true }) ip!: string | null;
  @Column('text', { name: 'user_agent', nullable: true }) userAgent!: string | null;
}

/** The second factor of an account. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('bigint', { name: 'account_id' }) accountId!: number;
  /** Encrypted. */
  @Column('text') secret!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  /** Null until a first code confirms it; it is not required at sign-in before that. */
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3, nullable: true }) confirmedAt!: Date | null;
  /** The time step of the last accepted code. */
  @Column('bigint', { name: 'last_step' }) lastStep!: number;
}

/** A code for one sign-in without the authenticator app. Only an HMAC of it is stored. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'account_id' }) accountId!: number;
  @Column('bytea') hash!: Buffer;
  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, nullable: true }) usedAt!: Date | null;
}

/** A password reset link. Only a hash of its token is stored, until the link is used or expires. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('bigint', { name: 'account_id' }) accountId!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
}
