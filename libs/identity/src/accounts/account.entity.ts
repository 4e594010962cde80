import type { Locale } from '@billhook/contract/identity/member';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Somebody who can sign in. One address is one account, whatever number of companies it is a member of. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('text') email!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('text') locale!: Locale;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  /** What they signed in as, or switched to, last. */
  @Column('bigint', { name: 'last_member_id', nullable: true }) lastMemberId!: number | null;
}
