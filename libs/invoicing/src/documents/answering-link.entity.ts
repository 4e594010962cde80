import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The client link of a document. */
@Entity('answering_links')
export class AnsweringLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') resource!: 'invoice' | 'quote';
  @Column('bigint', { name: 'record_id' }) recordId!: number;
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('text') sealed!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
