import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The results of an endpoint in one hour. */
@Entity('webhook_endpoint_stats')
export class WebhookEndpointStats {
  @PrimaryColumn({ name: 'endpoint_id', type: 'bigint' })
  endpointId!: number;

  @PrimaryColumn({ name: 'hour', type: 'timestamptz', precision: 3 })
  hour!: Date;

  @Column({ name: 'succeeded', type: 'integer' })
  succeeded!: number;

  @Column({ name: 'failed', type: 'integer' })
  failed!: number;

  /** The sum over all attempts. */
  @Column({ name: 'duration_ms', type: 'bigint' })
  durationMs!: number;

  /** Attempts by duration: see `LATENCY_BOUNDS_MS`. */
  @Column({ name: 'histogram', type: 'integer', array: true })
  histogram!: number[];

  @Column({ name: 'last_success_at', type: 'timestamptz', precision: 3, nullable: true })
  lastSuccessAt!: Date | null;
}
