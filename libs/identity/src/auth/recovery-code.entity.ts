import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A code for one sign-in without the authenticator app. Only an HMAC of it is stored. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'account_id' }) accountId!: number;
  @Column('bytea') hash!: Buffer;
  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, nullable: true }) usedAt!: Date | null;
}
