import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import type { ATTEMPT_OUTCOMES, ATTEMPT_TRIGGERS } from '@billhook/contract/webhooks/delivery';
import type { Payload } from '@billhook/domain/webhooks/endpoint';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `Probe`: a due message that was sent alone, to check whether a paused endpoint works again. */
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** One HTTP call. Written before the call, which records it even if the process dies; completed after it. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn({ name: 'delivery_id', type: 'bigint' })
  deliveryId!: number;

  @PrimaryColumn({ name: 'number', type: 'integer' })
  number!: number;

  @PrimaryColumn({ name: 'started_at', type: 'timestamptz', precision: 3 })
  startedAt!: Date;

  @Column({ name: 'endpoint_id', type: 'bigint' })
  endpointId!: number;

  @Column({ name: 'trigger', type: 'text' })
  trigger!: AttemptTrigger;

  @Column({ name: 'outcome', type: 'text', nullable: true })
  outcome!: AttemptOutcome | null;

  @Column({ name: 'url', type: 'text' })
  url!: string;

  /** The payload of the sent message. */
  @Column({ name: 'payload', type: 'text' })
  payload!: Payload;

  /** As sent, without the values of custom headers. */
  @Column({ name: 'request_headers', type: 'jsonb', nullable: true })
  requestHeaders!: Record<string, string> | null;

  @Column({ name: 'duration_ms', type: 'integer', nullable: true })
  durationMs!: number | null;

  /** Null, like the next two, on a kept connection. */
  @Column({ name: 'dns_ms', type: 'integer', nullable: true })
  dnsMs!: number | null;

  @Column({ name: 'connect_ms', type: 'integer', nullable: true })
  connectMs!: number | null;

  @Column({ name: 'tls_ms', type: 'integer', nullable: true })
  tlsMs!: number | null;

  @Column({ name: 'first_byte_ms', type: 'integer', nullable: true })
  firstByteMs!: number | null;

  @Column({ name: 'remote_address', type: 'text', nullable: true })
  remoteAddress!: string | null;

  @Column({ name: 'response_status', type: 'integer', nullable: true })
  responseStatus!: number | null;

  @Column({ name: 'response_headers', type: 'jsonb', nullable: true })
  responseHeaders!: Record<string, string | string[]> | null;

  @Column({ name: 'response_body', type: 'text', nullable: true })
  responseBody!: string | null;

  @Column({ name: 'response_truncated', type: 'boolean', nullable: true })
  responseTruncated!: boolean | null;

  @Column({ name: 'error', type: 'text', nullable: true })
  error!: string | null;

  @Column({ name: 'error_kind', type: 'text', nullable: true })
  errorKind!: AttemptErrorKind | null;
}
