import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import type { DELIVERY_STATUSES } from '@billhook/contract/webhooks/delivery';
import type { EventResource, EventType } from '@billhook/domain/shared/event-types';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What requested the attempt that is due or in flight: the schedule, or a person with "resend" or "test". */
export type DeliveryTrigger = 'Schedule' | 'Manual';

/** One event for one endpoint. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryGeneratedColumn('identity', { name: 'id', type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ name: 'company_id', type: 'bigint' })
  companyId!: number;

  @Column({ name: 'endpoint_id', type: 'bigint' })
  endpointId!: number;

  @Column({ name: 'event_position', type: 'bigint' })
  eventPosition!: number;

  @Column({ name: 'event_type', type: 'text' })
  eventType!: EventType;

  @Column({ name: 'resource', type: 'text' })
  resource!: EventResource;

  @Column({ name: 'resource_id', type: 'bigint' })
  resourceId!: number;

  /** Whether it waits for earlier ones of the same record. */
  @Column({ name: 'ordered', type: 'boolean', default: false })
  ordered!: boolean;

  @Column({ name: 'sequence', type: 'bigint', nullable: true })
  sequence!: number | null;

  @Column({ name: 'status', type: 'text' })
  status!: DeliveryStatus;

  @Column({ name: 'trigger', type: 'text' })
  trigger!: DeliveryTrigger;

  @Column({ name: 'attempt_count', type: 'integer' })
  attemptCount!: number;

  @Column({ name: 'schedule_step', type: 'integer' })
  scheduleStep!: number;

  @Column({ name: 'next_attempt_at', type: 'timestamptz', precision: 3, nullable: true })
  nextAttemptAt!: Date | null;

  /** The worker of the attempt in flight. */
  @Column({ name: 'worker_id', type: 'bigint', nullable: true })
  workerId!: number | null;

  @Column({ name: 'resume_status', type: 'text', nullable: true })
  resumeStatus!: Exclude<DeliveryStatus, 'Sending'> | null;

  @Column({ name: 'resume_at', type: 'timestamptz', precision: 3, nullable: true })
  resumeAt!: Date | null;

  @Column({ name: 'last_response_status', type: 'integer', nullable: true })
  lastResponseStatus!: number | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  @Column({ name: 'last_error_kind', type: 'text', nullable: true })
  lastErrorKind!: AttemptErrorKind | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
