import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The stored response to a request with an Idempotency-Key, written in the transaction of the change. */
@Entity('idempotency_records')
export class IdempotencyRecord {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  /** The sender: a key with its rotations, or an application. */
  @PrimaryColumn('text') integration!: string;
  @PrimaryColumn('text') key!: string;
  @PrimaryColumn('text') method!: string;
  @PrimaryColumn('text') path!: string;
  /** SHA-256 of query and body. */
  @Column('bytea', { name: 'request_digest' }) requestDigest!: Buffer;
  /** Encrypted: some responses contain a secret that is shown once. */
  @Column('text') answer!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
