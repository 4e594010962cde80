import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A worker that delivers. Deliveries in flight under its id are taken over when its heartbeat stops. */
@Entity('webhook_workers')
export class WebhookWorker {
  @PrimaryGeneratedColumn('identity', { name: 'id', type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ name: 'started_at', type: 'timestamptz', precision: 3 })
  startedAt!: Date;

  @Column({ name: 'beat_at', type: 'timestamptz', precision: 3 })
  beatAt!: Date;

  @Column({ name: 'clock_ahead_ms', type: 'bigint' })
  clockAheadMs!: number;

  @Column({ name: 'gone', type: 'boolean', default: false })
  gone!: boolean;

  /** The time of heartbeats of all workers at its last one, in milliseconds; null in a version that does not count it. */
  @Column({ name: 'heard_ms', type: 'bigint', nullable: true })
  heardMs!: number | null;
}
