import type { EventType } from '@billhook/domain/shared/event-types';
import type {
  DisabledReason,
  EndpointStatus,
  Ordering,
  Payload,
  SignatureScheme,
} from '@billhook/domain/webhooks/endpoint';
import type { ChangedByGrants } from '@billhook/domain/webhooks/endpoint-ownership';
import type { EventFilter } from '@billhook/domain/webhooks/event-filter';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { StoredSecret } from './sealed-secret.rules.js';

@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryGeneratedColumn('identity', { name: 'id', type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ name: 'company_id', type: 'bigint' })
  companyId!: number;

  @Column({ name: 'url', type: 'text' })
  url!: string;

  @Column({ name: 'description', type: 'text', nullable: true })
  description!: string | null;

  @Column({ name: 'event_types', type: 'text', array: true })
  eventTypes!: EventType[];

  @Column({ name: 'status', type: 'text' })
  status!: EndpointStatus;

  /** The current one first. */
  @Column({ name: 'secrets', type: 'jsonb' })
  secrets!: StoredSecret[];

  @Column({ name: 'external_id', type: 'text', nullable: true })
  externalId!: string | null;

  @Column({ name: 'payload', type: 'text', default: 'Full' })
  payload!: Payload;

  /** The scheme of the permanent secret. */
  @Column({ name: 'signature_scheme', type: 'text', default: 'v1' })
  signatureScheme!: SignatureScheme;

  /** The custom headers as JSON, encrypted. */
  @Column({ name: 'headers', type: 'text', nullable: true })
  headers!: string | null;

  @Column({ name: 'filter', type: 'jsonb', nullable: true })
  filter!: EventFilter | null;

  @Column({ name: 'ordering', type: 'text', default: 'BestEffort' })
  ordering!: Ordering;

  /** Seconds before each attempt; null for the schedule of the installation. */
  @Column({ name: 'schedule', type: 'integer', array: true, nullable: true })
  schedule!: number[] | null;

  @Column({ name: 'max_per_second', type: 'integer', nullable: true })
  maxPerSecond!: number | null;

  @Column({ name: 'max_in_flight', type: 'integer', default: 10 })
  maxInFlight!: number;

  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason!: DisabledReason | null;

  @Column({ name: 'disabled_at', type: 'timestamptz', precision: 3, nullable: true })
  disabledAt!: Date | null;

  /** The grant of the application that created it; the endpoint works only as long as the grant does. */
  @Column({ name: 'grant_id', type: 'bigint', nullable: true })
  grantId!: number | null;

  /** The grants of applications that set a member although the endpoint is not theirs; it works only as long as they do as well. */
  @Column({ name: 'changed_by_grants', type: 'jsonb', nullable: true })
  changedByGrants!: ChangedByGrants;

  @Column({ name: 'version', type: 'integer' })
  version!: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
