import type { EndpointHealth } from '@billhook/domain/webhooks/endpoint-health';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The health of an endpoint. The database creates the row with the endpoint; only the engine writes it. */
@Entity('webhook_endpoint_states')
export class WebhookEndpointState {
  @PrimaryColumn({ name: 'endpoint_id', type: 'bigint' })
  endpointId!: number;

  @Column({ name: 'last_sequence', type: 'bigint' })
  lastSequence!: number;

  @Column({ name: 'health', type: 'text' })
  health!: EndpointHealth;

  @Column({ name: 'health_since', type: 'timestamptz', precision: 3 })
  healthSince!: Date;

  /** The first failure since the last success. */
  @Column({ name: 'failing_since', type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  @Column({ name: 'consecutive_failures', type: 'integer' })
  consecutiveFailures!: number;

  @Column({ name: 'failed_messages', type: 'integer' })
  failedMessages!: number;

  @Column({ name: 'concurrency', type: 'integer' })
  concurrency!: number;

  /** Until when the receiver asked to wait. */
  @Column({ name: 'held_until', type: 'timestamptz', precision: 3, nullable: true })
  heldUntil!: Date | null;

  @Column({ name: 'probe_at', type: 'timestamptz', precision: 3, nullable: true })
  probeAt!: Date | null;

  @Column({ name: 'next_slot_at', type: 'timestamptz', precision: 3, nullable: true })
  nextSlotAt!: Date | null;

  /** When the next case of a certification may start, by GCRA. The API writes it. */
  @Column({ name: 'certification_slot_at', type: 'timestamptz', precision: 3, nullable: true })
  certificationSlotAt!: Date | null;

  /** The last notice to its owners. */
  @Column({ name: 'notice', type: 'text', nullable: true })
  notice!: string | null;

  @Column({ name: 'notice_at', type: 'timestamptz', precision: 3, nullable: true })
  noticeAt!: Date | null;

  /** Whether an advance of the clock of a sandbox is moving its deliveries: meanwhile, only resends start. */
  @Column({ name: 'moving', type: 'boolean', default: false })
  moving!: boolean;
}
