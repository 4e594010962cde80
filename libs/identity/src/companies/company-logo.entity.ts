import type { LogoType } from '@billhook/domain/identity/logo';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An image that is or was the logo of a company. Issued documents refer to it, so it stays as long as the company. */
@Entity('company_logos')
export class CompanyLogo {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  /** SHA-256 of the bytes in hexadecimal. */
  @PrimaryColumn('text') digest!: string;
  @Column('text') type!: LogoType;
  @Column('bytea') bytes!: Buffer;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
