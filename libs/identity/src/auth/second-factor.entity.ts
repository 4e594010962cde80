import { Column, Entity, PrimaryColumn } from 'typeorm';

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
