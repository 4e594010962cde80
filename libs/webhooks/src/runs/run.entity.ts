import type { RunSelection } from '@billhook/contract/webhooks/run';
import type { RunKind, RunStatus } from '@billhook/domain/webhooks/run';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A long task on an endpoint. The row is its only state: any worker continues from its cursor. */
@Entity('webhook_runs')
export class WebhookRun {
  @PrimaryGeneratedColumn('identity', { name: 'id', type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ name: 'company_id', type: 'bigint' })
  companyId!: number;

  @Column({ name: 'endpoint_id', type: 'bigint' })
  endpointId!: number;

  @Column({ name: 'kind', type: 'text' })
  kind!: RunKind;

  @Column({ name: 'status', type: 'text' })
  status!: RunStatus;

  @Column({ name: 'since', type: 'timestamptz', precision: 3 })
  since!: Date;

  @Column({ name: 'until', type: 'timestamptz', precision: 3 })
  until!: Date;

  @Column({ name: 'selection', type: 'jsonb' })
  selection!: RunSelection;

  /** The number of items at the start; never less than the processed ones. */
  @Column({ name: 'total', type: 'integer' })
  total!: number;

  /** Whether that was counted. If not, the total equals the processed items. */
  @Column({ name: 'counted', type: 'boolean', default: true })
  counted!: boolean;

  @Column({ name: 'done', type: 'integer' })
  done!: number;

  /** The last processed delivery or event. */
  @Column({ name: 'cursor', type: 'bigint' })
  cursor!: number;

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
