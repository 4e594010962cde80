import { BEGINNING } from '@billhook/contract/webhooks/event';
import { Database } from '@billhook/db/database';
import type { EventType } from '@billhook/domain/shared/events';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { timeOfId } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import { Paging } from '../../request/paging/paging.js';
import { CLOCK, ENV } from '@billhook/platform/tokens';
import { isEventId } from '@billhook/webhooks/events/events.repository';

/** An event that has its place in the log. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  /** The exact text that is delivered. */
  readonly body: string;
}

/** Between two events of the log: behind the one with this sequence. */
export interface Place {
  readonly sequence: number;
  /** Whether it stands for the place from which on all messages are kept, however many were before it. */
  readonly fromOldest: boolean;
}

/** A stretch of the log, the oldest first. */
export interface Stretch {
  readonly events: readonly LoggedEvent[];
  /** Where it ends; everything up to there was looked at. */
  readonly end: number;
  readonly hasMore: boolean;
}

/** What is read of the log at once. */
export interface Portion {
  readonly limit: number;
  /** One event may be larger than that, and is read all the same. */
  readonly bytes: number;
}

interface ReadRow {
  /** Where the log ends. */
  readonly last: number;
  /** How many there are behind the place, counted as far as the limit. */
  readonly found: number;
  /** Null where there is none. */
  readonly id: string | null;
  readonly type: EventType;
  readonly sequence: number;
  readonly body: string | null;
}

/** What a cursor looks like. */
const MARK = /^[^.]+\.[^.]+$/;

const FEED = 'event feed';
const DAY_MS = 86_400_000;

/**
 * The events of a company, in the order in which they were committed. The relay assigns that order after the commit, so a reader that has read up
 * to a place will never miss what comes before it.
 */
@Injectable()
export class EventLog {
  constructor(
    private readonly db: Database,
    private readonly paging: Paging,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * The place that a caller names: by a mark of ours, by the id of an event, or by the word for the oldest.
   * @param parameter in which it was sent
   * @throws Problem cursor_mismatch, event_expired
   */
  async placeOf(companyId: number, after: string, parameter: string): Promise<Place> {
    if (after === BEGINNING) return { sequence: 0, fromOldest: true };
    if (isEventId(after)) return this.placeOfEvent(companyId, after, parameter);
    if (!MARK.test(after)) throw noPlace(parameter);
    const { id: sequence, value } = this.paging.marked(FEED, companyId, after, parameter);
    // Of what lay behind a mark of that age there may be no trace left.
    if (this.today() - Number(value) >= this.env.WEBHOOK_METADATA_DAYS) throw expired();
    return { sequence, fromOldest: false };
  }

  /** For `after`. It holds the day, and no more of the time: asked again where nothing is new, an answer stays the same. */
  mark(companyId: number, sequence: number): string {
    return this.paging.mark(FEED, companyId, { id: sequence, value: String(this.today()) });
  }

  /** Where the log ends now. */
  async end(): Promise<number> {
    const [row] = await this.db.lookUp<{ last: number }>({
      name: 'event_log_end',
      text: 'SELECT last FROM event_sequencer',
    });
    return row?.last ?? 0;
  }

  /** Those of the companies that have events behind one place and up to another. */
  async companiesWithNews(from: number, to: number, companies: readonly number[]): Promise<number[]> {
    const rows = await this.db.lookUp<{ id: number }>({
      name: 'event_log_companies',
      text: `SELECT DISTINCT company_id AS id FROM events WHERE sequence > $1 AND sequence <= $2 AND company_id = ANY ($3)`,
      values: [from, to, companies],
    });
    return rows.map(({ id }) => id);
  }

  /**
   * Reads on from a place.
   * @param types those that are asked for; all of them where it is undefined
   * @throws Problem event_expired when messages behind the place are no longer kept
   */
  async read(
    companyId: number,
    { sequence, fromOldest }: Place,
    types: readonly EventType[] | undefined,
    { limit, bytes }: Portion,
  ): Promise<Stretch> {
    const rows = await this.db.query<ReadRow>({
      name: fromOldest ? 'event_log_oldest' : 'event_log',
      text: readOf(fromOldest ? BEHIND_CLEARED : '$2'),
      values: [companyId, sequence, types ?? null, limit + 1, bytes],
    });
    const [first] = rows;
    if (first?.id == null) return { events: [], end: Math.max(sequence, first?.last ?? 0), hasMore: false };
    const events = rows.slice(0, limit).map(loggedOrExpired);
    const hasMore = first.found > events.length;
    const read = events.at(-1)?.sequence ?? sequence;
    return { events, hasMore, end: hasMore ? read : Math.max(read, first.last) };
  }

  private async placeOfEvent(companyId: number, id: string, parameter: string): Promise<Place> {
    const [row] = await this.db.lookUp<{ sequence: number | null }>({
      name: 'event_place',
      text: 'SELECT sequence FROM events WHERE company_id = $1 AND id = $2 AND NOT test',
      values: [companyId, id],
    });
    // Committed a moment ago, it has no place yet: it comes again, rather than that something before it is left out.
    if (row) return { sequence: row.sequence ?? (await this.end()), fromOldest: false };
    if (this.isPastKeeping(id)) throw new Problem('event_expired', `The event ${id} is no longer stored. ${ADVICE}`);
    const message = `must be an event of this company: ${id} was never in its log`;
    throw placeFault(parameter, 'unknown_event', message);
  }

  /** Whether so old an event would have been removed; the id of an event carries its time. */
  private isPastKeeping(id: string): boolean {
    const at = timeOfId(id);
    return at !== undefined && this.today() - dayOf(at) >= this.env.WEBHOOK_METADATA_DAYS;
  }

  private today(): number {
    return dayOf(this.clock.now());
  }
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

function noPlace(parameter: string): Problem {
  const message = `must be a nextCursor, the id of an event (msg_…) or ${BEGINNING}`;
  return placeFault(parameter, 'cursor_mismatch', message);
}

function placeFault(parameter: string, code: string, message: string): Problem {
  return new Problem('cursor_mismatch', `${parameter} ${message}.`, { errors: [{ parameter, code, message }] });
}

const ADVICE = `Continue with after=${BEGINNING}, which starts at the oldest message that is still stored, and read again every record that you keep a copy of.`;

const expired = () => new Problem('event_expired', `Messages after this position are no longer stored. ${ADVICE}`);

function loggedOrExpired({ id, type, sequence, body }: ReadRow): LoggedEvent {
  if (id === null || body === null) throw expired();
  return { id, type, sequence, body };
}

/**
 * Not at the first that is there: what still has to be delivered is stored for longer than what came after it, and a reader that began there would
 * come to the gap, and be told to begin there again.
 */
const BEHIND_CLEARED = `greatest($2, (SELECT max(c.sequence) FROM events c WHERE c.company_id = $1 AND c.body IS NULL))`;

/**
 * The end of the log and what lies before it come from one snapshot, so that nothing can lie between them. Large messages cut a stretch
 * short: what is read at once has to fit into memory, and the lengths are known without reading the texts.
 */
const readOf = (place: string): string => `
SELECT q.last, coalesce(e.found, 0) AS found, e.id, e.type, e.sequence, e.body FROM event_sequencer q
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
