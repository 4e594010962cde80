import { Database } from '@billhook/db/database';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { grantApplicationSql, type GrantApplication } from '@billhook/identity/oauth/grant-status.sql';
import { WebhookEndpoint } from './endpoint.entity.js';
import type { WebhookEndpointStats } from './endpoint-stats.entity.js';
import type { LadderState } from '@billhook/domain/webhooks/endpoint-health';
import { Problem } from '@billhook/domain/shared/problems';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { requireVersion, type Target } from '@billhook/db/target';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An endpoint, its health and its application. */
export type UncountedEndpoint = WebhookEndpoint &
  LadderState & {
    readonly failedMessages: number;
    /** The application that it belongs to. */
    readonly application: GrantApplication | null;
  };

/** Also the counts of its messages (of the last 24 hours, and waiting), and its last success. */
export type EndpointRow = UncountedEndpoint & {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly lastSuccessAt: Date | null;
};

/** A company may have thousands of messages per second, so a full count would be slow. */
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
  // Each status has its own index; no index serves both together.
  `least(${COUNTED_MOST}, ${countOf(`d.status = 'Waiting'`)} + ${countOf(`d.status = 'Sending'`)}) AS waiting`,
].join(', ');

/** Of the endpoint `e`, while the statistics of the hour are stored. */
const LAST_SUCCESS = `(SELECT t.last_success_at FROM webhook_endpoint_stats t
  WHERE t.endpoint_id = e.id AND t.last_success_at IS NOT NULL ORDER BY t.hour DESC LIMIT 1) AS "lastSuccessAt"`;

const FROM = 'FROM webhook_endpoints e JOIN webhook_endpoint_states s ON s.endpoint_id = e.id';

// Not FOR UPDATE: inserting a delivery locks the key of its endpoint, and the two would wait for each other.
const LOCK = 'FOR NO KEY UPDATE OF e';

export type HourRow = Pick<WebhookEndpointStats, 'hour' | 'succeeded' | 'failed' | 'histogram'>;

/** An hour of an endpoint; null values for one without results. */
export type EndpointHourRow = { readonly endpointId: number } & (HourRow | { readonly hour: null });

@Injectable()
export class WebhookEndpointsRepository {
  private readonly uncounted: string;
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.uncounted = `${selectColumns(source, WebhookEndpoint, 'e')}, ${STATE}, ${grantApplicationSql('e.grant_id')} AS application`;
    this.columns = `${this.uncounted}, ${COUNTS}, ${LAST_SUCCESS}`;
  }

  /** @throws Problem not_found, also for an endpoint of another company and for a deleted one */
  async find(companyId: number, id: number, runner: ReadRunner = this.db): Promise<EndpointRow> {
    return there(await this.one<EndpointRow>(runner, 'endpoint_get', this.columns, 'e.id = $2', companyId, id));
  }

  /** For callers that only need its data. @throws Problem like `find` */
  async look(companyId: number, id: number, runner: ReadRunner = this.db): Promise<UncountedEndpoint> {
    return there(await this.one(runner, 'endpoint_look', this.uncounted, 'e.id = $2', companyId, id));
  }

  findByExternalId(companyId: number, externalId: string): Promise<EndpointRow | undefined> {
    return this.one(this.db, 'endpoint_external', this.columns, 'e.external_id = $2', companyId, externalId);
  }

  /** @throws Problem not_found; version_mismatch if it is not the version that the caller has seen */
  async lock(tx: Tx, companyId: number, target: Target): Promise<UncountedEndpoint> {
    const endpoint = there(
      await this.one<UncountedEndpoint>(tx, 'endpoint_lock', this.uncounted, 'e.id = $2', companyId, target.id, LOCK),
    );
    requireVersion(endpoint, target);
    return endpoint;
  }

  /** The caller holds the lock of the company. */
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
   * Serializes requests of a company that create or rename endpoints: two must not both take the last free place, or one name.
   * Must be taken before the lock of an endpoint.
   */
  async holdCompany(tx: Tx, companyId: number): Promise<void> {
    await tx.query({
      name: 'endpoint_company',
      text: 'SELECT FROM companies WHERE id = $1 FOR NO KEY UPDATE',
      values: [companyId],
    });
  }

  /** The results of each hour, oldest first, without hours that have none. */
  hours(endpointId: number, since: Date, until: Date): Promise<HourRow[]> {
    return this.db.query<HourRow>({
      name: 'endpoint_stats',
      text: `SELECT hour, succeeded, failed, histogram FROM webhook_endpoint_stats
        WHERE endpoint_id = $1 AND hour >= $2 AND hour < $3 ORDER BY hour`,
      values: [endpointId, since, until],
    });
  }

  /** The same for all endpoints of a company, which are returned without results as well: newest endpoint first. */
  hoursOfAll(companyId: number, since: Date, until: Date): Promise<EndpointHourRow[]> {
    return this.db.query<EndpointHourRow>({
      name: 'endpoint_stats_all',
      text: `SELECT e.id AS "endpointId", t.hour, t.succeeded, t.failed, t.histogram
        FROM webhook_endpoints e
        LEFT JOIN webhook_endpoint_stats t ON t.endpoint_id = e.id AND t.hour >= $2 AND t.hour < $3
        WHERE e.company_id = $1 AND e.deleted_at IS NULL ORDER BY e.id DESC, t.hour`,
      values: [companyId, since, until],
    });
  }

  /** The secrets of all endpoints of the company, also those that no longer sign. */
  secretsOf(companyId: number): Promise<Pick<WebhookEndpoint, 'id' | 'secrets'>[]> {
    return this.db.query({
      name: 'endpoint_secrets',
      text: 'SELECT id, secrets FROM webhook_endpoints WHERE company_id = $1 AND deleted_at IS NULL ORDER BY id',
      values: [companyId],
    });
  }

  /** The number of endpoints of the company. */
  async count(tx: Tx, companyId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>({
      name: 'endpoint_count',
      text: 'SELECT count(*)::int AS count FROM webhook_endpoints WHERE company_id = $1 AND deleted_at IS NULL',
      values: [companyId],
    });
    return row?.count ?? 0;
  }

  /** Rejects an externalId that another endpoint has. The caller holds the lock of the company. @throws Problem external_id_taken */
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

  async insert(tx: Tx, endpoint: Omit<WebhookEndpoint, 'id'>): Promise<EndpointRow> {
    const id = await insertRow(tx, WebhookEndpoint, endpoint);
    return this.find(endpoint.companyId, id, tx);
  }

  async write<T extends WebhookEndpoint>(tx: Tx, endpoint: T): Promise<T> {
    await updateRow(tx, WebhookEndpoint, endpoint);
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
