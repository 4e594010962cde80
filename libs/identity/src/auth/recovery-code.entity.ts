import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A code that signs in once where the app is not at hand. Only a keyed hash of it is kept. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'account_id' }) accountId!: number;
  @Column('bytea') hash!: Buffer;
  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, nullable: true }) usedAt!: Date | null;
}
