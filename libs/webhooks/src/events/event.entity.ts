import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An event of the outbox. `body` is the exact text that is sent; the relay assigns `sequence`. */
@Entity('events')
export class StoredEvent {
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

  /** Null after the retention period. */
  @Column({ name: 'body', type: 'text', nullable: true })
  body!: string | null;

  @Column({ name: 'test', type: 'boolean' })
  test!: boolean;

  /** Not part of the event log, like a test, but the present state of a record that a person or program sent. */
  @Column({ name: 'manual', type: 'boolean', default: false })
  manual!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'sequence', type: 'bigint', nullable: true })
  sequence!: number | null;

  /** JSON: the previous values of changed members. */
  @Column({ name: 'changes', type: 'text', nullable: true })
  changes!: string | null;

  @Column({ name: 'resource_version', type: 'integer', nullable: true })
  resourceVersion!: number | null;

  /** The request that emitted it; null for a job. */
  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId!: string | null;

  /** The W3C trace context of that request; null without tracing. */
  @Column({ name: 'trace_parent', type: 'text', nullable: true })
  traceParent!: string | null;
}

/** The last assigned sequence of each company with events. Retention never changes it, so no number is assigned twice. */
@Entity('event_counters')
export class EventCounter {
  @PrimaryColumn({ name: 'company_id', type: 'bigint' })
  companyId!: number;

  @Column({ name: 'last', type: 'bigint' })
  last!: number;
}

/** One row: the highest sequence from before each company had a counter. Every counter starts there. */
@Entity('event_sequencer')
export class EventSequencer {
  @PrimaryColumn({ name: 'id', type: 'integer' })
  id!: number;

  @Column({ name: 'last', type: 'bigint' })
  last!: number;
}
