import type { ATTEMPT_OUTCOMES } from '@billhook/contract/webhook';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AttemptTrigger } from './webhook-delivery.entity.js';

export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** One HTTP call. Written before the call, so that it is known even if the process dies in it; completed after it. */
@Entity('webhook_attempts')
export class WebhookAttemptEntity {
  @PrimaryColumn({ name: 'delivery_id', type: 'bigint' })
  deliveryId!: number;

  @PrimaryColumn({ name: 'number', type: 'integer' })
  number!: number;

  @Column({ name: 'trigger', type: 'text' })
  trigger!: AttemptTrigger;

  @Column({ name: 'outcome', type: 'text', nullable: true })
  outcome!: AttemptOutcome | null;

  @Column({ name: 'url', type: 'text' })
  url!: string;

  @Column({ name: 'started_at', type: 'timestamptz', precision: 3 })
  startedAt!: Date;

  @Column({ name: 'duration_ms', type: 'integer', nullable: true })
  durationMs!: number | null;

  @Column({ name: 'remote_address', type: 'text', nullable: true })
  remoteAddress!: string | null;

  @Column({ name: 'response_status', type: 'integer', nullable: true })
  responseStatus!: number | null;

  @Column({ name: 'response_headers', type: 'jsonb', nullable: true })
  responseHeaders!: Record<string, string | string[]> | null;

  @Column({ name: 'response_body', type: 'text', nullable: true })
  responseBody!: string | null;

  @Column({ name: 'error', type: 'text', nullable: true })
  error!: string | null;
}
