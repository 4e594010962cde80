import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A VAT rate that a company uses. Documents copy the rate and do not refer to this row. */
@Entity('tax_rates')
export class TaxRate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') name!: string;
  /** The percentage in its shortest form. */
  @Column('text', { name: 'tax_rate' }) taxRate!: string;
  @Column('text') status!: 'Active' | 'Archived';
  @Column('int') version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
