import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The PDF of an issued document: rendered once, from its content, with bytes that never change. */
@Entity('document_files')
export class DocumentFile {
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @PrimaryColumn('text') resource!: string;
  @PrimaryColumn('bigint', { name: 'record_id' }) recordId!: number;
  @Column({ type: 'timestamptz', name: 'asked_at', precision: 3 }) askedAt!: Date;
  /** What the PDF shows, as JSON; null if a program of 0.1.0 issued the document. */
  @Column('text', { nullable: true }) content!: string | null;
  /** The version of the renderer that renders it; null if the document is older than versions of the renderer. */
  @Column('smallint', { nullable: true, default: 1 }) renderer!: number | null;
  @Column({ type: 'timestamptz', name: 'failed_at', precision: 3, nullable: true }) failedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'drawn_at', precision: 3, nullable: true }) drawnAt!: Date | null;
  /** SHA-256 of the bytes in hexadecimal; used as the ETag. */
  @Column('text', { nullable: true }) digest!: string | null;
  @Column('bytea', { nullable: true }) bytes!: Buffer | null;
}

/** The client link of a document. */
@Entity('answering_links')
export class AnsweringLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') resource!: 'invoice' | 'quote';
  @Column('bigint', { name: 'record_id' }) recordId!: number;
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('text') sealed!: string;
  /** Whether its page leads to that of the client while the company links to those. */
  @Column('boolean', { name: 'leads_to_client', default: false }) leadsToClient!: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
