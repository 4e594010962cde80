import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The card of a company: what statements about credentials, members and applications need of it. It is created before the company. */
@Entity('tenants')
export class Tenant {
  /** The id of the company. */
  @PrimaryColumn('bigint') id!: number;
  /** Where the company is: a row of `cells`. */
  @Column('int', { default: 1 }) cell!: number;
  @Column('text') kind!: CompanyKind;
  @Column('bigint', { name: 'sandbox_of', nullable: true }) sandboxOf!: number | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  /** The change of the company that the following columns have: `version` of `TenantChange`, 0 before the first one. */
  @Column('bigint', { default: 0 }) version!: number;
  @Column('text') name!: string;
  @Column('text') plan!: Plan;
  @Column('text', { name: 'time_zone' }) timeZone!: string;
  @Column('bigint', { name: 'clock_offset' }) clockOffset!: number;
  @Column({ type: 'timestamptz', name: 'deletes_at', precision: 3, nullable: true }) deletesAt!: Date | null;
  /** By the clock of the database, until the company exists: nothing shows such a card. Null afterwards. */
  @Column({ type: 'timestamptz', name: 'creating_since', precision: 3, nullable: true }) creatingSince!: Date | null;
}

/** Counts the changes of a company that its card needs. A trigger writes it in the transaction of the change. */
@Entity('tenant_changes')
export class TenantChange {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint') version!: number;
  /** The change up to which the card is known to have them. */
  @Column('bigint') applied!: number;
}
