import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import { requireVersion, type Target } from '@billhook/db/target';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { LadderState } from '@billhook/domain/webhooks/endpoint-health';
import type { BoundMember } from '@billhook/domain/webhooks/endpoint-ownership';
import { grantApplications, ownedGrants } from '@billhook/identity/oauth/grant-applications';
import type { GrantApplication } from '@billhook/identity/oauth/grant-status.sql';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { WebhookEndpointStats } from './endpoint-stats.entity.js';
import { WebhookEndpoint } from './endpoint.entity.js';
import { LAST_FAILURE_IF_ANY, NEXT_ATTEMPT_AT, type LastFailureRow } from './last-failure.sql.js';

/** The endpoints that a caller knows. Every other one does not exist for it. */
export interface EndpointScope {
  readonly companyId: number;
  /** Only the endpoints of the application of this grant; without it, all endpoints of the company. */
  readonly grantId?: number | undefined;
}

/** The condition of `EndpointScope`. @param owned SQL for the grants of `ownedGrants`, which may be null */
export const inScopeSql = (owned: string): string =>
  `(${owned}::bigint[] IS NULL OR e.grant_id = ANY (${owned}::bigint[]))`;

/** What an application set on an endpoint that it does not own. */
export interface BoundChange {
  readonly member: BoundMember;
  readonly application: GrantApplication;
}

interface ApplicationsOfEndpoint {
  /** The application that it belongs to. */
  readonly application: GrantApplication | null;
  readonly applicationChanges: readonly BoundChange[];
}

/** An endpoint and its health. */
type EndpointWithHealth = WebhookEndpoint & LadderState & { readonly failedMessages: number };

/** Also its applications. */
export type UncountedEndpoint = EndpointWithHealth & ApplicationsOfEndpoint;

/** Also the counts of its messages (of the last 24 hours, and waiting), its last results and its next attempt. */
export type EndpointRow = UncountedEndpoint & {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly lastSuccessAt: Date | null;
  /** Also one that a success followed. */
  readonly lastFailure: LastFailureRow | null;
  /** Without the wait of its endpoint. */
  readonly nextAttemptAt: Date | null;
};

/** A company may have thousands of messages per second, so a full count would be slow. */
const COUNTED_MOST = 10_000;

const countOf = (condition: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${condition}
    LIMIT ${COUNTED_MOST}) counted)`;

const STATE = `s.health, s.health_since AS "healthSince", s.failing_since AS "failingSince", s.consecutive_failures AS "consecutiveFailures",
  s.failed_messages AS "failedMessages", s.held_until AS "heldUntil", s.probe_at AS "probeAt", s.notice, s.notice_at AS "noticeAt"`;

/** The counts of the endpoint `e`. */
export const COUNTS = [
  `${countOf(`d.status = 'Delivered' AND d.finished_at > now() - interval '24 hours'`)} AS delivered`,
  `${countOf(`d.status = 'Failed' AND d.finished_at > now() - interval '24 hours'`)} AS failed`,
  // Each status has its own index; no index serves both together.
  `least(${COUNTED_MOST}, ${countOf(`d.status = 'Waiting'`)} + ${countOf(`d.status = 'Sending'`)}) AS waiting`,
].join(', ');

/** The last success of the endpoint `e`, as long as the statistics of its hour are stored. */
const LAST_SUCCESS = `(SELECT t.last_success_at FROM webhook_endpoint_stats t
  WHERE t.endpoint_id = e.id AND t.last_success_at IS NOT NULL ORDER BY t.hour DESC LIMIT 1) AS "lastSuccessAt"`;

const RESULTS = `${LAST_SUCCESS}, ${LAST_FAILURE_IF_ANY} AS "lastFailure", ${NEXT_ATTEMPT_AT} AS "nextAttemptAt"`;

const FROM = 'FROM webhook_endpoints e JOIN webhook_endpoint_states s ON s.endpoint_id = e.id';

// Not FOR UPDATE: inserting a delivery locks the key of its endpoint, and the two would wait for each other.
const LOCK = 'FOR NO KEY UPDATE OF e';

export type HourRow = Pick<WebhookEndpointStats, 'hour' | 'succeeded' | 'failed' | 'histogram'>;

/** An hour of an endpoint; null values for one without results. */
export type EndpointHourRow = { readonly endpointId: number } & (HourRow | { readonly hour: null });

export interface AttemptDuration {
  readonly endedAt: Date;
  readonly durationMs: number;
}

/** The newest messages whose attempts `durations` reads. */
const DURATIONS_FROM = 300;

@Injectable()
export class WebhookEndpointsRepository {
  private readonly uncounted: string;
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.uncounted = `${selectColumns(source, WebhookEndpoint, 'e')}, ${STATE}`;
    this.columns = `${this.uncounted}, ${COUNTS}, ${RESULTS}`;
  }

  /** @throws Problem not_found, also for a deleted endpoint and for one outside of the scope */
  async find(scope: EndpointScope, id: number, runner: ReadRunner = this.db): Promise<EndpointRow> {
    return foundEndpoint(await this.one<EndpointRow>(runner, 'endpoint_get', this.columns, 'e.id = $2', scope, id));
  }

  /** For callers that only need its data. @throws Problem like `find` */
  async look(scope: EndpointScope, id: number, runner: ReadRunner = this.db): Promise<UncountedEndpoint> {
    return foundEndpoint(await this.one(runner, 'endpoint_look', this.uncounted, 'e.id = $2', scope, id));
  }

  findByExternalId(scope: EndpointScope, externalId: string): Promise<EndpointRow | undefined> {
    return this.one(this.db, 'endpoint_external', this.columns, 'e.external_id = $2', scope, externalId);
  }

  /** @throws Problem not_found; version_mismatch if it is not the version that the caller has seen */
  async lock(tx: Tx, scope: EndpointScope, target: Target): Promise<UncountedEndpoint> {
    const endpoint = foundEndpoint(
      await this.one<UncountedEndpoint>(tx, 'endpoint_lock', this.uncounted, 'e.id = $2', scope, target.id, LOCK),
    );
    requireVersion(endpoint, target);
    return endpoint;
  }

  /** The caller holds the lock of the company. */
  lockByExternalId(tx: Tx, scope: EndpointScope, externalId: string): Promise<UncountedEndpoint | undefined> {
    return this.one(
      ...([tx, 'endpoint_external_lock', this.uncounted, 'e.external_id = $2', scope, externalId, LOCK] as const),
    );
  }

  async list({ companyId, grantId }: EndpointScope, window: Window): Promise<PageOf<Kept<EndpointRow>>> {
    const conditions = new Conditions()
      .add('company', 'e.company_id = ?', companyId)
      .add('own', 'e.grant_id = ANY (?::bigint[])', await ownedGrants(this.db, companyId, grantId))
      .when(true, 'live', 'e.deleted_at IS NULL');
    const select = `SELECT ${this.columns} ${FROM}`;
    const idOf = (endpoint: EndpointRow) => endpoint.id;
    const page = await listNewestFirst<EndpointRow>(
      this.db,
      { name: 'endpoint', select, id: 'e.id', idOf, conditions },
      window,
    );
    const rows = await withApplications(
      this.db,
      page.entries.map(({ row }) => row),
    );
    return { ...page, entries: page.entries.map((entry, n) => ({ ...entry, row: rows[n] ?? entry.row })) };
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

  /**
   * The durations of the attempts that ended in a period, in milliseconds, in any order. Attempts have no index by endpoint: those of older
   * messages are left out, so the caller compares their number with the count of the hours.
   */
  durations(endpointId: number, since: Date, until: Date): Promise<AttemptDuration[]> {
    return this.db.query<AttemptDuration>({
      name: 'endpoint_durations',
      text: `SELECT a.ended_at AS "endedAt", a.duration_ms AS "durationMs"
        FROM (SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${DURATIONS_FROM}) d
        CROSS JOIN LATERAL (
          SELECT started_at + duration_ms * interval '1 millisecond' AS ended_at, duration_ms FROM webhook_attempts
          WHERE delivery_id = d.id AND started_at >= $2::timestamptz - interval '1 hour' AND started_at < $3
            AND outcome IN ('Succeeded', 'Failed') AND duration_ms IS NOT NULL) a
        WHERE a.ended_at >= $2 AND a.ended_at < $3`,
      values: [endpointId, since, until],
    });
  }

  /** The hours of all endpoints of the scope, which are returned without results as well: newest endpoint first. */
  async hoursOfAll({ companyId, grantId }: EndpointScope, since: Date, until: Date): Promise<EndpointHourRow[]> {
    const owned = await ownedGrants(this.db, companyId, grantId);
    return this.db.query<EndpointHourRow>({
      name: 'endpoint_stats_all',
      text: `SELECT e.id AS "endpointId", t.hour, t.succeeded, t.failed, t.histogram
        FROM webhook_endpoints e
        LEFT JOIN webhook_endpoint_stats t ON t.endpoint_id = e.id AND t.hour >= $2 AND t.hour < $3
        WHERE e.company_id = $1 AND e.deleted_at IS NULL AND ${inScopeSql('$4')} ORDER BY e.id DESC, t.hour`,
      values: [companyId, since, until, owned ?? null],
    });
  }

  /** The secrets of all endpoints of the scope, including those that no longer sign. */
  async secretsOf({
    companyId,
    grantId,
  }: EndpointScope): Promise<Pick<WebhookEndpoint, 'id' | 'eventTypes' | 'secrets'>[]> {
    const owned = await ownedGrants(this.db, companyId, grantId);
    return this.db.query({
      name: 'endpoint_secrets',
      text: `SELECT e.id, e.event_types AS "eventTypes", e.secrets FROM webhook_endpoints e
        WHERE e.company_id = $1 AND e.deleted_at IS NULL AND ${inScopeSql('$2')} ORDER BY e.id`,
      values: [companyId, owned ?? null],
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

  /** The number of endpoints of the company that fail, or that failures disabled. */
  async countFailing(companyId: number): Promise<number> {
    const [row] = await this.db.query<{ count: number }>({
      name: 'endpoint_count_failing',
      text: `SELECT count(*)::int AS count ${FROM} WHERE e.company_id = $1 AND e.deleted_at IS NULL
        AND (CASE e.status WHEN 'Enabled' THEN s.health <> 'Healthy' ELSE e.disabled_reason IN ('Gone', 'Failing') END)`,
      values: [companyId],
    });
    return row?.count ?? 0;
  }

  /** Whether a receiver of the company has accepted a message, as long as the statistics of its hour are stored. */
  async hasDelivered(companyId: number): Promise<boolean> {
    const [row] = await this.db.query<{ used: boolean }>({
      name: 'endpoint_delivered',
      text: `SELECT EXISTS (SELECT FROM webhook_endpoints e JOIN webhook_endpoint_stats t ON t.endpoint_id = e.id
        WHERE e.company_id = $1 AND t.last_success_at IS NOT NULL) AS used`,
      values: [companyId],
    });
    return row?.used === true;
  }

  /**
   * Rejects an externalId that another endpoint of the company has, and names it if the caller knows it. The caller holds the lock of
   * the company.
   * @throws Problem external_id_taken
   */
  async claimExternalId(tx: Tx, scope: EndpointScope, externalId: string | null, ownId?: number): Promise<void> {
    if (externalId === null) return;
    const { companyId } = scope;
    const holder = await this.one(
      tx,
      'endpoint_external_holder',
      this.uncounted,
      'e.external_id = $2',
      { companyId },
      externalId,
    );
    if (!holder || holder.id === ownId) return;
    const known = await this.one(
      tx,
      'endpoint_external_holder',
      this.uncounted,
      'e.external_id = $2',
      scope,
      externalId,
    );
    const named = known ? `The endpoint ${known.id}` : 'Another endpoint of the company';
    throw new Problem('external_id_taken', `${named} already has this externalId.`, {
      errors: [{ pointer: '/externalId', code: 'external_id_taken', message: 'is already used by another endpoint' }],
      ...(known && { extensions: { existingId: known.id } }),
    });
  }

  async insert(tx: Tx, endpoint: Omit<WebhookEndpoint, 'id'>): Promise<EndpointRow> {
    const id = await insertRow(tx, WebhookEndpoint, endpoint);
    return this.find({ companyId: endpoint.companyId }, id, tx);
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
    { companyId, grantId }: EndpointScope,
    value: number | string,
    suffix = '',
  ): Promise<T | undefined> {
    const owned = await ownedGrants(runner, companyId, grantId);
    const rows = await runner.query<T>({
      name,
      text: `SELECT ${columns} ${FROM} WHERE e.company_id = $1 AND ${condition} AND e.deleted_at IS NULL AND ${inScopeSql('$3')} ${suffix}`,
      values: [companyId, value, owned ?? null],
    });
    const [row] = await withApplications(runner, rows);
    return row;
  }
}

/** Adds the applications of endpoints. Without applications, this asks nothing. */
async function withApplications<Row extends EndpointWithHealth>(
  runner: ReadRunner,
  rows: readonly Row[],
): Promise<(Row & ApplicationsOfEndpoint)[]> {
  const changesOf = ({ changedByGrants }: Row) =>
    Object.entries(changedByGrants ?? {}) as [member: BoundMember, grantId: number][];
  const ids = rows.flatMap((row) => [row.grantId ?? [], changesOf(row).map(([, grantId]) => grantId)].flat());
  const found = await grantApplications(runner, ids);
  return rows.map((row) => ({
    ...row,
    application: (row.grantId !== null && found.get(row.grantId)) || null,
    applicationChanges: changesOf(row)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([member, grantId]) => {
        const application = found.get(grantId);
        return application ? [{ member, application }] : [];
      }),
  }));
}

/** @throws Problem not_found */
export function foundEndpoint<T extends UncountedEndpoint>(endpoint: T | undefined): T {
  if (!endpoint) throw new Problem('not_found', 'There is no such webhook endpoint.');
  return endpoint;
}
