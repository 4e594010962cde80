import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import type { LogoType } from '@billhook/domain/identity/logo';
import type { CompanyDefaults } from '@billhook/domain/invoicing/document-defaults';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('companies')
export class Company {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('text') name!: string;
  /** Fixed when it is created. */
  @Column('text', { default: 'Production' }) kind!: CompanyKind;
  /** The production company of a sandbox, whose plan it has. */
  @Column('bigint', { name: 'sandbox_of', nullable: true }) sandboxOf!: number | null;
  /** Milliseconds by which the time of a sandbox is ahead of the machine's. */
  @Column('bigint', { name: 'clock_offset', default: 0 }) clockOffset!: number;
  @Column('text') plan!: Plan;
  @Column('text', { name: 'time_zone' }) timeZone!: string;
  @Column('text') currency!: string;
  @Column('jsonb', { nullable: true }) address!: {
    country: string;
    line1?: string;
    line2?: string;
    postalCode?: string;
    city?: string;
    region?: string;
  } | null;
  @Column('jsonb', { name: 'legal_id', nullable: true }) legalId!: {
    scheme?: string | undefined;
    value: string;
  } | null;
  @Column('text', { name: 'vat_number', nullable: true }) vatNumber!: string | null;
  @Column('text', { name: 'tax_number', nullable: true }) taxNumber!: string | null;
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { nullable: true }) phone!: string | null;
  @Column('text', { nullable: true }) website!: string | null;
  @Column('text', { name: 'legal_notice', nullable: true }) legalNotice!: string | null;
  @Column('text', { nullable: true }) iban!: string | null;
  @Column('text', { nullable: true }) bic!: string | null;
  /** The logo of new documents; its bytes are in `company_logos`. */
  @Column('jsonb', { nullable: true }) logo!: {
    digest: string;
    type: LogoType;
    width: number;
    height: number;
  } | null;
  @Column('text', { name: 'accent_color', nullable: true }) accentColor!: string | null;
  /** Where clients pay: a template of `payment-link.ts`. */
  @Column('text', { name: 'payment_link', nullable: true }) paymentLink!: string | null;
  /** Whether emails and client links lead to the page with all documents of a client. */
  @Column('boolean', { name: 'client_pages', default: false }) clientPages!: boolean;
  /** Null for `email`. */
  @Column('text', { name: 'reply_to', nullable: true }) replyTo!: string | null;
  @Column('jsonb', { name: 'payment_terms', nullable: true }) paymentTerms!: CompanyDefaults['paymentTerms'];
  @Column('int', { name: 'quote_validity_days', nullable: true }) quoteValidityDays!: number | null;
  @Column('text', { name: 'default_tax_rate', nullable: true }) defaultTaxRate!: string | null;
  @Column('jsonb', { nullable: true }) terms!: CompanyDefaults['terms'];
  @Column('jsonb', { nullable: true }) notes!: CompanyDefaults['notes'];
  @Column('text', { nullable: true }) locale!: string | null;
  @Column('date', { name: 'locked_until', nullable: true }) lockedUntil!: string | null;
  /** Set while a deletion is requested: the company is read-only until then. */
  @Column({ type: 'timestamptz', name: 'deletes_at', precision: 3, nullable: true }) deletesAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
