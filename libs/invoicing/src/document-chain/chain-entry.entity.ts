import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An entry of a document chain. It has neither a position nor a hash until a worker links it. */
@Entity('document_chain')
export class ChainEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  @Column('bigint', { name: 'company_id' }) companyId!: number;
  @Column('text') resource!: string;
  @Column('bigint', { name: 'record_id' }) recordId!: number;
  /** The version of the record; null for its PDF. */
  @Column('int', { nullable: true }) version!: number | null;
  @Column('text', { nullable: true }) number!: string | null;
  @Column('text') action!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  /** Null if the record was deleted. */
  @Column('bytea', { nullable: true }) digest!: Buffer | null;
  @Column('smallint', { name: 'digest_version', default: 1 }) digestVersion!: number;
  /** The digest of the members that cannot change after issue; null for a PDF. */
  @Column('bytea', { name: 'frozen_digest', nullable: true }) frozenDigest!: Buffer | null;
  /** The version of the application secret of the HMAC. */
  @Column('text', { name: 'secret_version', nullable: true }) secretVersion!: string | null;
  @Column('bytea', { nullable: true }) hmac!: Buffer | null;
  @Column('bigint', { nullable: true }) sequence!: number | null;
  @Column('bytea', { nullable: true }) hash!: Buffer | null;
  /** Null if a program of 0.1.0 linked it: 1. */
  @Column('smallint', { name: 'hash_version', nullable: true }) hashVersion!: number | null;
}

/** The last linked entry of a company, and the HMAC of the entry that a worker of this release linked last. */
@Entity('document_chain_heads')
export class ChainHead {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint') sequence!: number;
  @Column('bytea', { nullable: true }) hash!: Buffer | null;
  @Column('bigint', { name: 'confirmed_sequence', nullable: true }) confirmedSequence!: number | null;
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3, nullable: true }) confirmedAt!: Date | null;
  @Column('bigint', { name: 'old_entries', nullable: true }) oldEntries!: number | null;
  @Column('text', { name: 'secret_version', nullable: true }) secretVersion!: string | null;
  @Column('bytea', { nullable: true }) hmac!: Buffer | null;
}

/** The time in which programs of 0.1.0 add entries without an HMAC. Without a row, there is none. */
@Entity('document_chain_upgrade')
export class ChainUpgradePeriod {
  @PrimaryColumn('boolean', { default: true }) one!: boolean;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, nullable: true }) startedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'ends_at', precision: 3, nullable: true }) endsAt!: Date | null;
  @Column('text', { name: 'secret_version', nullable: true }) secretVersion!: string | null;
  @Column('bytea', { nullable: true }) hmac!: Buffer | null;
}

/** Read by 0.1.0 only, as its time of adoption. */
@Entity('document_chain_adoption')
export class ChainAdoptionPeriod {
  @PrimaryColumn('timestamptz') until!: Date;
}
