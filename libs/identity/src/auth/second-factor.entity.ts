import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an account signs in with beside its password. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('bigint', { name: 'account_id' }) accountId!: number;
  /** Sealed. */
  @Column('text') secret!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  /** Null until a first code was shown: nothing is asked for at sign-in before that. */
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3, nullable: true }) confirmedAt!: Date | null;
  /** The step of time of the last code that was taken. */
  @Column('bigint', { name: 'last_step' }) lastStep!: number;
}
