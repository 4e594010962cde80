import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The link to the page with all documents of a client. A revoked one stays, so that no email creates another. */
@Entity('client_links')
export class ClientLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint', { name: 'client_id' }) clientId!: number;
  /** SHA-256 of the token; null once revoked. */
  @Column('bytea', { name: 'token_hash', nullable: true }) tokenHash!: Buffer | null;
  /** The encrypted token, to show it and to email it again. */
  @Column('text', { nullable: true }) sealed!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
}
