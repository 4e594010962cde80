import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often a key has called a route that will be removed. */
@Entity('deprecated_calls')
export class DeprecatedCall {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('bigint', { name: 'key_id' }) keyId!: number;
  @PrimaryColumn('text') method!: string;
  /** As the documentation writes it: `/v1/things/{id}`. */
  @PrimaryColumn('text') route!: string;
  @Column({ type: 'timestamptz', name: 'first_at', precision: 3 }) firstAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_at', precision: 3 }) lastAt!: Date;
  @Column('bigint') count!: number;
}
