import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was answered to a request that carries an Idempotency-Key: written in the transaction of the change it answers for. */
@Entity('idempotency_records')
export class IdempotencyRecord {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  /** Who sent it: a key and its rotations, or an application. */
  @PrimaryColumn('text') integration!: string;
  @PrimaryColumn('text') key!: string;
  @PrimaryColumn('text') method!: string;
  @PrimaryColumn('text') path!: string;
  /** SHA-256 of query and body. */
  @Column('bytea', { name: 'request_digest' }) requestDigest!: Buffer;
  /** Sealed: some answers hold a secret that is shown once. */
  @Column('text') answer!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
