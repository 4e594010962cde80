import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An event of the outbox. `body` is the exact text that is sent; `sequence` comes with the relay. */
@Entity('events')
export class EventEntity {
  @PrimaryGeneratedColumn('identity', { name: 'position', type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  position!: number;

  @Column({ name: 'id', type: 'text' })
  id!: string;

  @Column({ name: 'company_id', type: 'bigint' })
  companyId!: number;

  @Column({ name: 'type', type: 'text' })
  type!: string;

  @Column({ name: 'resource_id', type: 'bigint' })
  resourceId!: number;

  @Column({ name: 'body', type: 'text' })
  body!: string;

  @Column({ name: 'test', type: 'boolean' })
  test!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'sequence', type: 'bigint', nullable: true })
  sequence!: number | null;
}
