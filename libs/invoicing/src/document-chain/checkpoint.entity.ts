import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A head of a document chain with its signature, both as texts that a reader outside verifies. */
@Entity('checkpoints')
export class Checkpoint {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint') sequence!: number;
  /** SHA-256 in hexadecimal. */
  @Column('text') hash!: string;
  @Column({ type: 'timestamptz', name: 'signed_at', precision: 3 }) signedAt!: Date;
  /** Ed25519, in base64. */
  @Column('text', { name: 'public_key' }) publicKey!: string;
  /** In base64. */
  @Column('text') signature!: string;
}
