import type { WebhookStatsQuery, WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import { STATS_BUCKETS } from '@billhook/contract/webhooks/endpoint-health';
import { Problem } from '@billhook/domain/shared/problems';
import { EXACT_ATTEMPTS } from '@billhook/domain/webhooks/attempt-figures';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import {
  WebhookEndpointsRepository,
  type AttemptDuration,
  type HourRow,
} from '@billhook/webhooks/endpoints/endpoints.repository';
import { exactPercentileOf, percentileOf } from '@billhook/webhooks/endpoints/latency.rules';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';

type AttemptCounts = WebhookStatsView['totals'];

/** The maximum number of buckets per endpoint in a response for all of them. */
export const MOST_BUCKETS_OF_ALL = 93;

/** The results of the attempts to endpoints over time. */
@Injectable()
export class WebhookStatsService {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem not_found; invalid_query for more buckets than a response holds */
  async get(by: Principal, id: number, query: WebhookStatsQuery): Promise<WebhookStatsView> {
    const { id: endpointId } = await this.endpoints.find(endpointScopeOf(by), id);
    const period = periodOf(query, this.clock.now(), STATS_BUCKETS[query.bucket].most);
    const hours = await this.endpoints.hours(endpointId, period.since, period.until);
    return statsOf(endpointId, hours, period, await this.durations(endpointId, hours, period));
  }

  /** The durations of few attempts, from which figures are computed exactly. */
  private async durations(
    endpointId: number,
    hours: readonly HourRow[],
    { since, until }: StatsPeriod,
  ): Promise<AttemptDuration[]> {
    const attempts = countIn(hours);
    return attempts > 0 && attempts <= EXACT_ATTEMPTS ? this.endpoints.durations(endpointId, since, until) : [];
  }

  /** Returns the statistics of all endpoints that the caller can see, in one statement. @throws Problem invalid_query like `get` */
  async list(by: Principal, query: WebhookStatsQuery): Promise<WebhookStatsView[]> {
    const period = periodOf(query, this.clock.now(), MOST_BUCKETS_OF_ALL);
    const rows = await this.endpoints.hoursOfAll(endpointScopeOf(by), period.since, period.until);
    const found = new Map<number, HourRow[]>();
    for (const row of rows) {
      const hours = found.get(row.endpointId) ?? [];
      found.set(row.endpointId, row.hour === null ? hours : [...hours, row]);
    }
    return [...found].map(([endpointId, hours]) => statsOf(endpointId, hours, period));
  }
}

interface StatsPeriod {
  readonly bucket: WebhookStatsQuery['bucket'];
  readonly since: Date;
  readonly until: Date;
}

/** @throws Problem invalid_query */
function periodOf({ bucket, since, until }: WebhookStatsQuery, now: Date, most: number): StatsPeriod {
  const { ms, usual } = STATS_BUCKETS[bucket];
  const end = Math.ceil((until === undefined ? now.getTime() : Date.parse(until)) / ms);
  const begin = since === undefined ? end - usual : Math.floor(Date.parse(since) / ms);
  if (begin >= end) throw wrong('since', 'must be before until');
  if (end - begin > most) throw wrong('since', `must be at most ${most} ${bucket}s before until`);
  return { bucket, since: new Date(begin * ms), until: new Date(end * ms) };
}

function statsOf(
  endpointId: number,
  rows: readonly HourRow[],
  { bucket, since, until }: StatsPeriod,
  durations: readonly AttemptDuration[] = [],
): WebhookStatsView {
  const { ms } = STATS_BUCKETS[bucket];
  const startOf = (at: Date) => Math.floor(at.getTime() / ms) * ms;
  const hoursBy = grouped(rows, ({ hour }) => startOf(hour));
  const durationsBy = grouped(durations, ({ endedAt }) => startOf(endedAt));
  return {
    endpointId,
    bucket,
    since: since.toISOString(),
    until: until.toISOString(),
    totals: summed(rows, durations),
    buckets: Array.from({ length: (until.getTime() - since.getTime()) / ms }, (_, n) => {
      const start = since.getTime() + n * ms;
      return { start: new Date(start).toISOString(), ...summed(hoursBy.get(start), durationsBy.get(start)) };
    }),
  };
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const countIn = (rows: readonly HourRow[]): number => rows.reduce((sum, row) => sum + row.succeeded + row.failed, 0);

/** @param durations of the attempts of these hours: the figures are exact if none is missing, and otherwise estimated from the histogram */
function summed(rows: readonly HourRow[] = [], durations: readonly AttemptDuration[] = []): AttemptCounts {
  const histogram: number[] = [];
  for (const row of rows) for (const [n, count] of row.histogram.entries()) histogram[n] = (histogram[n] ?? 0) + count;
  const exact = durations.length === countIn(rows) ? durations.map(({ durationMs }) => durationMs) : undefined;
  const percentile = (share: number) => (exact ? exactPercentileOf(exact, share) : percentileOf(histogram, share));
  return {
    succeeded: rows.reduce((sum, row) => sum + row.succeeded, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
  };
}

function wrong(parameter: string, message: string): Problem {
  return new Problem('invalid_query', undefined, { errors: [{ parameter, code: 'invalid_value', message }] });
}
