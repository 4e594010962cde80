import type { ENDPOINT_STATUSES } from '@billhook/contract/webhook';
import type { EventType } from '@billhook/domain/events';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { StoredSecret } from './sealed-secret.js';

export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

@Entity('webhook_endpoints')
export class WebhookEndpointEntity {
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

  /** The signing one first. */
  @Column({ name: 'secrets', type: 'jsonb' })
  secrets!: StoredSecret[];

  @Column({ name: 'last_sequence', type: 'bigint' })
  lastSequence!: number;

  @Column({ name: 'version', type: 'integer' })
  version!: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
