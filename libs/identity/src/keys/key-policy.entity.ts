import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key policy of a company. Without a row, everything that the product allows. */
@Entity('key_policies')
export class CompanyKeyPolicy {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text', { name: 'longest_lifetime' }) longestLifetime!: KeyExpiry;
  @Column('boolean', { name: 'cidrs_required' }) cidrsRequired!: boolean;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
