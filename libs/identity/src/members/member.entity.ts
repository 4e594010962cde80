import type { MemberKind, MemberStatus } from '@billhook/domain/identity/member';
import type { Permission, Role } from '@billhook/domain/identity/permissions';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A member of a company: a person with an account, or a service member without one. */
@Entity('members')
export class Member {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'account_id', nullable: true }) accountId!: number | null;
  @Column('text') kind!: MemberKind;
  @Column('text') name!: string;
  @Column('text') role!: Role;
  @Column('text', { array: true }) permissions!: Permission[];
  @Column('text') status!: MemberStatus;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  /** Their last request in the settings, kept after the session has ended. */
  @Column({ type: 'timestamptz', name: 'last_seen_at', precision: 3, nullable: true }) lastSeenAt!: Date | null;
  /** Whether they were deactivated in a sandbox because they were in its company, which reactivates them as well. */
  @Column('boolean', { name: 'deactivated_with_company', default: false }) deactivatedWithCompany!: boolean;
}
