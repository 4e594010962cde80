import type { RunSelection } from '@billhook/contract/webhooks/run';
import type { ReadRunner } from '@billhook/db/statement';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { FILTER_COUNTS, matchesFilter, type EventFilter } from '@billhook/domain/webhooks/event-filter';
import type { RunKind } from '@billhook/domain/webhooks/run';
import { COUNT_FAILED, COUNT_MISSING, FIND_FAILED, FIND_MISSING, OLDEST_GIVEN_UP, READ_BODIES } from './runs.sql.js';

/** The scope of a run. */
export interface RunScope {
  readonly companyId: number;
  readonly endpointId: number;
  /** Both inclusive: of the deliveries, or of the events without one. */
  readonly since: Date;
  readonly until: Date;
  readonly selection: RunSelection;
  /** The types that the endpoint receives. */
  readonly endpointTypes: readonly string[];
  readonly filter: EventFilter | null;
}

/** A delivery by its id, or an event by its position, with its place in the order of the run. */
export interface RunItem {
  readonly id: number;
  readonly place: number;
}

export interface RunCount {
  /** Null if there is too much to read. */
  readonly total: number | null;
  /** The place before the first one. */
  readonly cursor: number;
}

/** Texts of events in memory: one may have a megabyte. */
const TEXTS_AT_ONCE = 50;

/** Bytes that a filter would have to read. The lengths are known without reading the texts. */
const SIZE_OF_MISSING = `SELECT coalesce(sum(octet_length(v.body)), 0)::bigint AS "bytes"
FROM (${FIND_MISSING}) f JOIN events v ON v.position = f.id`;

const ofFailed = ({ endpointId, since, until, selection: { eventTypes, resourceId } }: RunScope): unknown[] => [
  ...[endpointId, since, until],
  ...[eventTypes ?? null, resourceId ?? null],
];
const ofMissing = (scope: RunScope): unknown[] => [...ofFailed(scope), scope.companyId, scope.endpointTypes];

/** The next items of a run of this kind, before the endpoint's filter. */
export function find(
  runner: ReadRunner,
  kind: RunKind,
  scope: RunScope,
  cursor: number,
  limit: number,
): Promise<RunItem[]> {
  if (kind === 'RecoverFailed') {
    return runner.query<RunItem>({
      name: 'run_find_failed',
      text: FIND_FAILED,
      values: [...ofFailed(scope), cursor, limit],
    });
  }
  return runner.query<RunItem>({
    name: 'run_find_missing',
    text: FIND_MISSING,
    values: [...ofMissing(scope), cursor, limit],
  });
}

/** The positions of the events that a filter accepts. */
export async function sift(
  runner: ReadRunner,
  filter: EventFilter | null,
  positions: readonly number[],
): Promise<number[]> {
  if (!filter) return [...positions];
  const passed: number[] = [];
  for (let from = 0; from < positions.length; from += TEXTS_AT_ONCE) {
    const texts = await runner.query<{ position: number; body: string }>({
      name: 'run_bodies',
      text: READ_BODIES,
      values: [positions.slice(from, from + TEXTS_AT_ONCE)],
    });
    for (const { position, body } of texts) if (matchesFilter(filter, dataOf(body))) passed.push(position);
  }
  return passed;
}

const dataOf = (body: string): unknown => (JSON.parse(body) as { data: unknown }).data;

/** The exact number of items that a run of this kind would send now, or none if a filter would have to read too much. */
export async function count(runner: ReadRunner, kind: RunKind, scope: RunScope): Promise<RunCount> {
  if (kind === 'RecoverFailed') return countFailed(runner, scope);
  const all = counted(
    await runner.query<UnfilteredRunCount>({
      name: 'run_count_missing',
      text: COUNT_MISSING,
      values: ofMissing(scope),
    }),
  );
  return scope.filter ? { ...all, total: await countSifted(runner, scope, all) } : all;
}

async function countFailed(runner: ReadRunner, scope: RunScope): Promise<UnfilteredRunCount> {
  return counted(
    await runner.query<UnfilteredRunCount>({ name: 'run_count_failed', text: COUNT_FAILED, values: ofFailed(scope) }),
  );
}

/** Before the filter. */
interface UnfilteredRunCount extends RunCount {
  readonly total: number;
}

const counted = ([row]: readonly UnfilteredRunCount[]): UnfilteredRunCount => row ?? { total: 0, cursor: 0 };

async function countSifted(
  runner: ReadRunner,
  scope: RunScope,
  { total, cursor }: UnfilteredRunCount,
): Promise<number | null> {
  if (total > FILTER_COUNTS.events) return null;
  const [size] = await runner.query<{ bytes: number }>({
    name: 'run_size_missing',
    text: SIZE_OF_MISSING,
    values: [...ofMissing(scope), cursor, FILTER_COUNTS.events],
  });
  if ((size?.bytes ?? 0) > FILTER_COUNTS.bytes) return null;
  const found = await find(runner, 'ReplayMissing', scope, cursor, FILTER_COUNTS.events);
  const passed = await sift(
    runner,
    scope.filter,
    found.map(({ id }) => id),
  );
  return passed.length;
}

/** Older texts of events are cleared, and cannot be sent. */
export const oldestSince = (now: Date, keptDays: number): Date => new Date(now.getTime() - keptDays * DAY_MS);

/** How long an offered run can be requested. */
const OFFERED_MS = 3_600_000;

/** The messages that an endpoint missed in a period, and the start that a run of each kind needs to send all of them. */
export interface MissedMessages {
  readonly since: Date;
  /** For recover: failed and cancelled deliveries. */
  readonly failed: number;
  /** For replay-missing; null if there is too much to read. */
  readonly missing: number | null;
}

/**
 * Counts what an endpoint has missed. Deliveries in flight at the start that failed or were cancelled in the period belong to it: then the
 * returned `since` is earlier than the requested one.
 * @param since the start of the period, for instance when the endpoint was disabled
 * @param until the present
 * @param keptDays how long texts of events are kept: WEBHOOK_RETENTION_DAYS
 */
export async function missedBy(
  runner: ReadRunner,
  endpoint: {
    readonly id: number;
    readonly companyId: number;
    readonly eventTypes: readonly string[];
    readonly filter: EventFilter | null;
  },
  since: Date,
  until: Date,
  keptDays: number,
): Promise<MissedMessages> {
  const [oldest] = await runner.query<{ at: Date | null }>({
    name: 'run_oldest_given_up',
    text: OLDEST_GIVEN_UP,
    values: [since, endpoint.id],
  });
  const began = new Date(
    Math.max(
      Math.min(since.getTime(), oldest?.at?.getTime() ?? since.getTime()),
      oldestSince(until, keptDays).getTime() + OFFERED_MS,
    ),
  );
  const scope: RunScope = {
    companyId: endpoint.companyId,
    endpointId: endpoint.id,
    since: began,
    until,
    selection: {},
    endpointTypes: endpoint.eventTypes,
    filter: endpoint.filter,
  };
  const { total: failed } = await countFailed(runner, scope);
  const { total: missing } = await count(runner, 'ReplayMissing', scope);
  return { since: began, failed, missing };
}
