import type { Locale } from '@billhook/contract/identity/member';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person who can sign in. One email address is one account, in any number of companies. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('text') email!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('text') locale!: Locale;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  /** The member as which they last signed in or switched company. */
  @Column('bigint', { name: 'last_member_id', nullable: true }) lastMemberId!: number | null;
}
