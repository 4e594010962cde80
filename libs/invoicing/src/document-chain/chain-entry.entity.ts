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
  @Column('bigint', { nullable: true }) sequence!: number | null;
  @Column('bytea', { nullable: true }) hash!: Buffer | null;
}

/** The last linked entry of a company. */
@Entity('document_chain_heads')
export class ChainHead {
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  @Column('bigint') sequence!: number;
  @Column('bytea', { nullable: true }) hash!: Buffer | null;
}

/** Until when records without an entry get one. Without a row, every record must have one. */
@Entity('document_chain_adoption')
export class ChainAdoptionPeriod {
  @PrimaryColumn('timestamptz') until!: Date;
}
