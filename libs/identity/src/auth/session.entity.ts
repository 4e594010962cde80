import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';

/** A signed-in browser. Only a hash of its cookie is stored. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('bytea', { name: 'id_hash' }) idHash!: Buffer;
  /** Its id in lists and routes. */
  @Column('bigint') @Generated('increment') id!: number;
  @Column('bigint', { name: 'member_id' }) memberId!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_seen_at', precision: 3 }) lastSeenAt!: Date;
  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3 }) confirmedAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  @Column('text', { nullable: true }) ip!: string | null;
  @Column('text', { name: 'user_agent', nullable: true }) userAgent!: string | null;
}
