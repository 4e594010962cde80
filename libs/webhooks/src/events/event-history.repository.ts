import { Database } from '@billhook/db/database';
import type { EventType } from '@billhook/domain/shared/event-types';
import { FILTER_COUNTS, type EventFilter } from '@billhook/domain/webhooks/event-filter';
import { Injectable } from '@nestjs/common';
import { sift } from '../runs/run-scope.sql.js';

/** What an endpoint would have received. */
export interface HistoryScope {
  readonly companyId: number;
  readonly since: Date;
  readonly types: readonly EventType[];
  readonly filter: EventFilter | null;
}

export interface PastEvent {
  readonly position: number;
  readonly id: string;
  readonly type: EventType;
  readonly resourceId: number;
  readonly createdAt: Date;
}

export interface EventHistory {
  /** Newest first. */
  readonly events: readonly PastEvent[];
  /** Whether events of the period were left unread. */
  readonly isPartial: boolean;
}

type HistoryRow = { readonly isPartial: boolean } & (
  | (PastEvent & { readonly bytes: number })
  | { readonly position: null }
);

/**
 * $1 company, $2 the number of events to read, $3 since, $4 types. Reads the newest events of the company by their index, whatever their
 * type: the cost is limited although no index has the type.
 */
const NEWEST = `
WITH newest AS (
  SELECT position, sequence, id, type, resource_id, created_at, octet_length(body) AS bytes FROM events
  WHERE company_id = $1 AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT $2
), scanned AS (SELECT count(*) = $2 AND min(created_at) >= $3 AS partial FROM newest)
SELECT coalesce(s.partial, false) AS "isPartial", n.position, n.id, n.type, n.resource_id AS "resourceId", n.created_at AS "createdAt",
  n.bytes
FROM scanned s LEFT JOIN newest n ON n.created_at >= $3 AND n.type = ANY ($4::text[]) AND n.bytes IS NOT NULL
ORDER BY n.sequence DESC`;

/** The past events that an endpoint would have received. */
@Injectable()
export class EventHistoryRepository {
  constructor(private readonly db: Database) {}

  /** @param most the number of events to read; with a filter the limits of `FILTER_COUNTS` apply as well */
  async matching({ companyId, since, types, filter }: HistoryScope, most: number): Promise<EventHistory> {
    const rows = await this.db.query<HistoryRow>({
      name: 'event_history',
      text: NEWEST,
      values: [companyId, most, since, types],
    });
    const found = rows.filter((row) => row.position !== null);
    const isPartial = rows[0]?.isPartial ?? false;
    if (!filter) return { events: found, isPartial };
    const readable = withinLimits(found);
    const positions = await sift(
      this.db,
      filter,
      readable.map(({ position }) => position),
    );
    const passed = new Set(positions);
    return {
      events: readable.filter(({ position }) => passed.has(position)),
      isPartial: isPartial || readable.length < found.length,
    };
  }
}

/** The first of these events whose texts a filter may read. */
function withinLimits<Event extends { readonly bytes: number }>(events: readonly Event[]): Event[] {
  let bytes = 0;
  const end = events.findIndex((event, n) => {
    bytes += event.bytes;
    return n >= FILTER_COUNTS.events || bytes > FILTER_COUNTS.bytes;
  });
  return events.slice(0, end < 0 ? events.length : end);
}
