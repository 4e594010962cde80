import { BEGINNING } from '@billhook/contract/webhooks/event';
import { Database } from '@billhook/db/database';
import type { LogPlace, LogPortion, LogStretch } from '@billhook/db/log-stretch';
import type { EventType } from '@billhook/domain/shared/event-types';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';

/** An event with its place in the log. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  /** The exact text that is delivered. */
  readonly body: string;
}

interface EventLogRow {
  /** The end of the log. */
  readonly last: number;
  /** The number of events after the place, counted up to the limit. */
  readonly found: number;
  /** Null where there is none. */
  readonly id: string | null;
  readonly type: EventType;
  readonly sequence: number;
  readonly body: string | null;
}

/**
 * The events of a company, in the order of their commits. The relay numbers them after the commit, so a reader at a place has missed
 * nothing before it.
 */
@Injectable()
export class EventLogRepository {
  constructor(private readonly db: Database) {}

  /** The current end of the log of a company. */
  async end(companyId: number): Promise<number> {
    return (await this.ends([companyId])).get(companyId) ?? 0;
  }

  /** The current ends of the logs of companies. */
  async ends(companies: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.db.lookUp<{ id: number; last: number }>({
      name: 'event_log_ends',
      text: `SELECT o.id, coalesce(c.last, q.last) AS last FROM unnest($1::bigint[]) AS o (id) CROSS JOIN event_sequencer q
        LEFT JOIN event_counters c ON c.company_id = o.id`,
      values: [companies],
    });
    return new Map(rows.map(({ id, last }) => [id, last]));
  }

  /**
   * Reads from a place.
   * @param types undefined for all
   * @throws Problem event_expired if messages after the place are no longer kept, or the log has not reached it, as after the restore of a backup
   */
  async read(
    companyId: number,
    { sequence, fromOldest }: LogPlace,
    types: readonly EventType[] | undefined,
    { limit, bytes }: LogPortion,
  ): Promise<LogStretch<LoggedEvent>> {
    const rows = await this.db.query<EventLogRow & Record<string, unknown>>({
      name: fromOldest ? 'event_log_oldest' : 'event_log',
      text: readOf(fromOldest ? BEHIND_CLEARED : '$2'),
      values: [companyId, sequence, types ?? null, limit + 1, bytes],
    });
    const [first] = rows;
    if (first && sequence > first.last) throw placeExpired();
    if (first?.id == null) return { entries: [], end: Math.max(sequence, first?.last ?? 0), hasMore: false };
    const entries = rows.slice(0, limit).map(loggedOrExpired);
    const hasMore = first.found > entries.length;
    const read = entries.at(-1)?.sequence ?? sequence;
    return { entries, hasMore, end: hasMore ? read : Math.max(read, first.last) };
  }

  /** The sequence of an event: null before the relay has assigned it, undefined if the company has no such event. */
  async sequenceOf(companyId: number, id: string): Promise<number | null | undefined> {
    const [row] = await this.db.lookUp<{ sequence: number | null }>({
      name: 'event_place',
      text: 'SELECT sequence FROM events WHERE company_id = $1 AND id = $2 AND NOT test',
      values: [companyId, id],
    });
    return row && row.sequence;
  }
}

/** Advice for a reader whose place is no longer kept. */
export const EVENT_EXPIRED_ADVICE = `Continue with after=${BEGINNING}, which starts at the oldest message that is still stored, and read again every record that you keep a copy of.`;

/** For a place in the log with missing messages after it. */
export const placeExpired = (): Problem =>
  new Problem('event_expired', `Messages after this position are no longer stored. ${EVENT_EXPIRED_ADVICE}`);

function loggedOrExpired({ id, type, sequence, body }: EventLogRow): LoggedEvent {
  if (id === null || body === null) throw placeExpired();
  return { id, type, sequence, body };
}

/**
 * After the last cleared text, not at the oldest kept one: an undelivered message is kept longer than later ones, and a reader from there
 * would meet a gap.
 */
const BEHIND_CLEARED = `greatest($2, (SELECT max(c.sequence) FROM events c WHERE c.company_id = $1 AND c.body IS NULL))`;

/**
 * One snapshot for the end of the log and the events before it. Large messages shorten a part to fit into memory: their lengths are known
 * without reading the texts.
 */
const readOf = (place: string): string => `
SELECT coalesce(c.last, q.last) AS last, coalesce(e.found, 0) AS found, e.id, e.type, e.sequence, e.body FROM event_sequencer q
LEFT JOIN event_counters c ON c.company_id = $1
LEFT JOIN LATERAL (
  SELECT p.*, (count(*) OVER ())::int AS found,
    coalesce(sum(octet_length(p.body)) OVER (ORDER BY p.sequence ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
  FROM (
    SELECT id, type, sequence, body FROM events
    WHERE company_id = $1 AND sequence > ${place} AND ($3::text[] IS NULL OR type = ANY ($3))
    ORDER BY sequence LIMIT $4
  ) p
) e ON e.before < $5
ORDER BY e.sequence`;
