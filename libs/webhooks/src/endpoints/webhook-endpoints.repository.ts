import { Database } from '@billhook/db/database';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.js';
import type { WebhookEndpointStatsEntity } from './webhook-endpoint-stats.entity.js';
import type { LadderState } from '@billhook/domain/webhooks/endpoint-health';
import { Problem } from '@billhook/domain/shared/problems';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { requireVersion, type Target } from '@billhook/invoicing/records/target';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An endpoint, and how it fares. */
export type UncountedEndpoint = WebhookEndpointEntity & LadderState & { readonly failedMessages: number };

/** And what became of its messages: of the last 24 hours, and what still waits. */
export type EndpointRow = UncountedEndpoint & {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
};

/** A company may have thousands of messages a second; a count that reads them all would be slower the more they are. */
const COUNTED_MOST = 10_000;

const countOf = (condition: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${condition}
    LIMIT ${COUNTED_MOST}) counted)`;

const STATE = `s.health, s.health_since AS "healthSince", s.failing_since AS "failingSince", s.consecutive_failures AS "consecutiveFailures",
  s.failed_messages AS "failedMessages", s.held_until AS "heldUntil", s.probe_at AS "probeAt", s.notice, s.notice_at AS "noticeAt"`;

/** Of the endpoint `e`. */
export const COUNTS = [
  `${countOf(`d.status = 'Delivered' AND d.finished_at > now() - interval '24 hours'`)} AS delivered`,
  `${countOf(`d.status = 'Failed' AND d.finished_at > now() - interval '24 hours'`)} AS failed`,
  // Each status has an index of its own; no index serves both at once.
  `least(${COUNTED_MOST}, ${countOf(`d.status = 'Waiting'`)} + ${countOf(`d.status = 'Sending'`)}) AS waiting`,
].join(', ');

const FROM = 'FROM webhook_endpoints e JOIN webhook_endpoint_states s ON s.endpoint_id = e.id';

// Not FOR UPDATE: inserting a delivery locks the key of its endpoint, and would wait for each edit, and an edit for it.
const LOCK = 'FOR NO KEY UPDATE OF e';

export type HourRow = Pick<WebhookEndpointStatsEntity, 'hour' | 'succeeded' | 'failed' | 'histogram'>;

@Injectable()
export class WebhookEndpointsRepository {
  private readonly uncounted: string;
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.uncounted = `${selectColumns(source, WebhookEndpointEntity, 'e')}, ${STATE}`;
    this.columns = `${this.uncounted}, ${COUNTS}`;
  }

  /** @throws Problem not_found, also for another company's endpoint and for a deleted one */
  async find(companyId: number, id: number, runner: ReadRunner = this.db): Promise<EndpointRow> {
    return there(await this.one<EndpointRow>(runner, 'endpoint_get', this.columns, 'e.id = $2', companyId, id));
  }

  /** For those who only need to know what it is. @throws Problem as of `find` */
  async look(companyId: number, id: number, runner: ReadRunner = this.db): Promise<UncountedEndpoint> {
    return there(await this.one(runner, 'endpoint_look', this.uncounted, 'e.id = $2', companyId, id));
  }

  findByExternalId(companyId: number, externalId: string): Promise<EndpointRow | undefined> {
    return this.one(this.db, 'endpoint_external', this.columns, 'e.external_id = $2', companyId, externalId);
  }

  /** @throws Problem not_found; version_mismatch when it is not the version that the caller has seen */
  async lock(tx: Tx, companyId: number, target: Target): Promise<UncountedEndpoint> {
    const endpoint = there(
      await this.one<UncountedEndpoint>(tx, 'endpoint_lock', this.uncounted, 'e.id = $2', companyId, target.id, LOCK),
    );
    requireVersion(endpoint, target);
    return endpoint;
  }

  /** The caller holds the company. */
  lockByExternalId(tx: Tx, companyId: number, externalId: string): Promise<UncountedEndpoint | undefined> {
    return this.one(
      ...([tx, 'endpoint_external_lock', this.uncounted, 'e.external_id = $2', companyId, externalId, LOCK] as const),
    );
  }

  list(companyId: number, window: Window): Promise<PageOf<Kept<EndpointRow>>> {
    const conditions = new Conditions()
      .add('company', 'e.company_id = ?', companyId)
      .when(true, 'live', 'e.deleted_at IS NULL');
    const select = `SELECT ${this.columns} ${FROM}`;
    const idOf = (endpoint: EndpointRow) => endpoint.id;
    return listNewestFirst(this.db, { name: 'endpoint', select, id: 'e.id', idOf, conditions }, window);
  }

  /**
   * Makes those who make or name endpoints of a company take turns: so two cannot both be the last that it may have, nor take one name.
   * Before the lock of an endpoint, never after it.
   */
  async holdCompany(tx: Tx, companyId: number): Promise<void> {
    await tx.query({
      name: 'endpoint_company',
      text: 'SELECT FROM companies WHERE id = $1 FOR NO KEY UPDATE',
      values: [companyId],
    });
  }

  /** What the attempts of each hour came to, oldest first; hours without any are left out. */
  hours(endpointId: number, since: Date, until: Date): Promise<HourRow[]> {
    return this.db.query<HourRow>({
      name: 'endpoint_stats',
      text: `SELECT hour, succeeded, failed, histogram FROM webhook_endpoint_stats
        WHERE endpoint_id = $1 AND hour >= $2 AND hour < $3 ORDER BY hour`,
      values: [endpointId, since, until],
    });
  }

  /** How many endpoints the company has. */
  async count(tx: Tx, companyId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'endpoint_count',
      text: 'SELECT count(*)::int AS count FROM webhook_endpoints WHERE company_id = $1 AND deleted_at IS NULL',
      values: [companyId],
    });
    return row?.count ?? 0;
  }

  /** Refuses an externalId that another endpoint holds. The caller holds the company. @throws Problem external_id_taken */
  async claimExternalId(tx: Tx, companyId: number, externalId: string | null, ownId?: number): Promise<void> {
    if (externalId === null) return;
    const [holder] = await tx.query<{ id: number }>({
      name: 'endpoint_external_holder',
      text: 'SELECT id FROM webhook_endpoints WHERE company_id = $1 AND external_id = $2 AND deleted_at IS NULL',
      values: [companyId, externalId],
    });
    if (!holder || holder.id === ownId) return;
    throw new Problem('external_id_taken', `The endpoint ${holder.id} already has this externalId.`, {
      errors: [{ pointer: '/externalId', code: 'external_id_taken', message: 'is already used by another endpoint' }],
      extensions: { existingId: holder.id },
    });
  }

  async insert(tx: Tx, endpoint: Omit<WebhookEndpointEntity, 'id'>): Promise<EndpointRow> {
    const id = await insertRow(tx, WebhookEndpointEntity, endpoint);
    return this.find(endpoint.companyId, id, tx);
  }

  async write<T extends WebhookEndpointEntity>(tx: Tx, endpoint: T): Promise<T> {
    await updateRow(tx, WebhookEndpointEntity, endpoint);
    return endpoint;
  }

  private async one<T extends UncountedEndpoint>(
    runner: ReadRunner,
    name: string,
    columns: string,
    condition: string,
    companyId: number,
    value: number | string,
    suffix = '',
  ): Promise<T | undefined> {
    const [row] = await runner.query<T>({
      name,
      text: `SELECT ${columns} ${FROM} WHERE e.company_id = $1 AND ${condition} AND e.deleted_at IS NULL ${suffix}`,
      values: [companyId, value],
    });
    return row;
  }
}

/** @throws Problem not_found */
export function there<T extends UncountedEndpoint>(endpoint: T | undefined): T {
  if (!endpoint) throw new Problem('not_found', 'There is no such webhook endpoint.');
  return endpoint;
}
