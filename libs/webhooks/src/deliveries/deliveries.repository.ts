import type { ListEndpointDeliveries } from '@billhook/contract/webhooks/delivery';
import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import { EVENT_TYPES, EVENTS, type EventResource, type EventType } from '@billhook/domain/shared/event-types';
import { Problem } from '@billhook/domain/shared/problems';
import type { Payload } from '@billhook/domain/webhooks/endpoint';
import { ownedGrants } from '@billhook/identity/oauth/grant-applications';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inScopeSql, type EndpointScope } from '../endpoints/endpoints.repository.js';
import { isEventId } from '../events/events.repository.js';
import { WebhookAttempt } from './attempt.entity.js';
import { WebhookDelivery } from './delivery.entity.js';

/** A delivery with its message. */
export type DeliveryRow = WebhookDelivery & {
  readonly eventId: string;
  readonly test: boolean;
  readonly manual: boolean;
  readonly endpointUrl: string;
  readonly endpointDeletedAt: Date | null;
  /** Until when its endpoint is held or paused. Null if it is neither. */
  readonly closedUntil: Date | null;
};

/** With the parts of its message. */
export type DeliveryWithMessage = DeliveryRow & {
  /** Null if it is no longer kept. */
  readonly body: string | null;
  readonly changes: string | null;
  readonly resourceVersion: number | null;
  /** The current value of the endpoint. */
  readonly payload: Payload;
};

export type DeliveryFilter = Omit<ListEndpointDeliveries, 'limit' | 'cursor'> & {
  readonly endpointId?: number | undefined;
};

const FROM = `FROM webhook_deliveries d JOIN events v ON v.position = d.event_position
  JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN webhook_endpoint_states s ON s.endpoint_id = e.id`;

const CLOSED_UNTIL = `greatest(CASE WHEN s.held_until > now() THEN s.held_until END,
  CASE WHEN s.health = 'Paused' AND s.probe_at > now() THEN s.probe_at END)`;

const MESSAGE = 'v.body, v.changes, v.resource_version AS "resourceVersion", e.payload';

// Deliveries have no index by event alone, only by endpoint and event. A company has few endpoints.
const OF_EVENT = `d.event_position = (SELECT o.position FROM events o WHERE o.id = ?) AND d.endpoint_id = ANY (ARRAY(
  SELECT p.id FROM webhook_endpoints p JOIN events o ON o.company_id = p.company_id WHERE o.id = ?))`;

// By the few endpoints of the application, because the log of a company may have millions of rows.
const OWN = `d.endpoint_id = ANY (ARRAY (SELECT e.id FROM webhook_endpoints e WHERE e.grant_id = ANY (?::bigint[])))`;

/** The order of the log. Each index that a filter uses ends in these two columns. */
const NEWEST = {
  id: 'd.id',
  idOf: ({ id }: DeliveryRow) => id,
  at: { sql: 'd.created_at', value: ({ createdAt }: DeliveryRow) => createdAt.toISOString() },
};

const typesOf = (resource: EventResource): EventType[] =>
  EVENT_TYPES.filter((type) => EVENTS[type].resource === resource);

/** @param owned the grants of the caller's application; undefined for another caller */
function conditionsOf(companyId: number, owned: readonly number[] | undefined, filter: DeliveryFilter): Conditions {
  const { responseStatus, statusClass, test } = filter;
  const isAnswered = statusClass !== undefined && statusClass !== 'none';
  const lowest = isAnswered ? Number(statusClass[0]) * 100 : undefined;
  return (
    new Conditions()
      .add('company', 'd.company_id = ?', companyId)
      .add('own', OWN, owned)
      .add('endpoint', 'd.endpoint_id = ?', filter.endpointId)
      .add('event', OF_EVENT, filter.eventId)
      .add('type', 'd.event_type = ?', filter.eventType)
      .add('types', 'd.event_type = ANY (?)', filter.eventTypes)
      .add('status', 'd.status = ?', filter.status)
      .add('statuses', 'd.status = ANY (?)', filter.statuses)
      // Filters by the event types of the resource, because only the type has an index.
      .add('resource', 'd.event_type = ANY (?)', filter.resource && typesOf(filter.resource))
      .add('record', 'd.resource_id = ?', filter.resourceId)
      .add('answer', 'd.last_response_status = ?', responseStatus)
      .add('class', 'd.last_response_status BETWEEN ? AND ? + 99', lowest)
      .when(statusClass === 'none', 'unanswered', 'd.last_response_status IS NULL')
      .add('kind', 'd.last_error_kind = ?', filter.errorKind)
      // Every status but 2xx is an error, and the index of errors has few rows.
      .when(statusClass === 'none' || (lowest ?? responseStatus ?? 0) >= 300, 'failed', 'd.last_error_kind IS NOT NULL')
      .add('since', 'd.created_at >= ?', filter.since)
      .add('until', 'd.created_at < ?', filter.until)
      .when(test === true, 'test', 'd.sequence IS NULL')
      .when(test === false, 'real', 'd.sequence IS NOT NULL')
  );
}

@Injectable()
export class WebhookDeliveriesRepository {
  private readonly columns: string;
  private readonly attemptColumns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = `${selectColumns(source, WebhookDelivery, 'd')}, v.id AS "eventId", v.test AND NOT v.manual AS test, v.manual, e.url AS "endpointUrl",
      e.deleted_at AS "endpointDeletedAt", ${CLOSED_UNTIL} AS "closedUntil"`;
    this.attemptColumns = selectColumns(source, WebhookAttempt, 'a');
  }

  async list(
    { companyId, grantId }: EndpointScope,
    filter: DeliveryFilter,
    window: Window,
  ): Promise<PageOf<Kept<DeliveryRow>>> {
    const owned = await ownedGrants(this.db, companyId, grantId);
    // Without a name: the generic plan of a prepared statement reads a million rows for a value that few of them have.
    const list = { name: undefined, select: `SELECT ${this.columns} ${FROM}`, ...NEWEST };
    return listNewestFirst(this.db, { ...list, conditions: conditionsOf(companyId, owned, filter) }, window);
  }

  /** @throws Problem not_found, also for a delivery to an endpoint outside of the scope */
  async find(
    { companyId, grantId }: EndpointScope,
    id: number,
    runner: ReadRunner = this.db,
  ): Promise<DeliveryWithMessage> {
    const owned = await ownedGrants(runner, companyId, grantId);
    const [row] = await runner.query<DeliveryWithMessage>({
      name: 'delivery_get',
      text: `SELECT ${this.columns}, ${MESSAGE} ${FROM}
        WHERE d.company_id = $1 AND d.id = $2 AND ${inScopeSql('$3')}`,
      values: [companyId, id, owned ?? null],
    });
    if (!row) throw new Problem('not_found', 'There is no such delivery.');
    return row;
  }

  /** When the last sent attempt of each of the newest deliveries of an endpoint began, the newest delivery first. */
  async lastSent(endpointId: number, deliveries: number): Promise<Date[]> {
    const rows = await this.db.query<{ startedAt: Date }>({
      name: 'endpoint_last_sent',
      text: `SELECT a.started_at AS "startedAt"
        FROM (SELECT id, created_at FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) d
        CROSS JOIN LATERAL (SELECT started_at FROM webhook_attempts
          WHERE delivery_id = d.id AND started_at >= d.created_at - interval '1 day' AND request_headers IS NOT NULL
          ORDER BY number DESC LIMIT 1) a
        ORDER BY d.created_at DESC, d.id DESC`,
      values: [endpointId, deliveries],
    });
    return rows.map(({ startedAt }) => startedAt);
  }

  /** The delivery of a message to an endpoint, or undefined. */
  async findOfEvent(companyId: number, endpointId: number, eventId: string): Promise<DeliveryWithMessage | undefined> {
    if (!isEventId(eventId)) return undefined;
    const [row] = await this.db.query<DeliveryWithMessage>({
      name: 'delivery_of_event',
      text: `SELECT ${this.columns}, ${MESSAGE} ${FROM}
        WHERE d.company_id = $1 AND d.endpoint_id = $2 AND d.event_position = (SELECT o.position FROM events o WHERE o.id = $3)
        LIMIT 1`,
      values: [companyId, endpointId, eventId],
    });
    return row;
  }

  attempts({ id, createdAt }: DeliveryRow): Promise<WebhookAttempt[]> {
    return this.db.query<WebhookAttempt>({
      name: 'delivery_attempts',
      // The table is partitioned by day: days before the delivery are skipped. One more day, because a clock may have been set back.
      text: `SELECT ${this.attemptColumns} FROM webhook_attempts a
        WHERE a.delivery_id = $1 AND a.started_at >= $2::timestamptz - interval '1 day' ORDER BY a.number`,
      values: [id, createdAt],
    });
  }
}
