import type { WebhookStatsQuery, WebhookStatsView } from '@billhook/contract/webhooks/webhook-health';
import { STATS_BUCKETS } from '@billhook/contract/webhooks/webhook-health';
import { percentileOf } from '@billhook/webhooks/endpoints/latency.rules';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { CLOCK } from '@billhook/platform/tokens';
import { WebhookEndpointsRepository, type HourRow } from '@billhook/webhooks/endpoints/webhook-endpoints.repository';

type AttemptCounts = WebhookStatsView['totals'];

/** What the attempts to an endpoint came to, over time. */
@Injectable()
export class WebhookStatsService {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem not_found; invalid_query for more buckets than an answer holds */
  async get(by: Principal, id: number, query: WebhookStatsQuery): Promise<WebhookStatsView> {
    const { id: endpointId } = await this.endpoints.find(by.company.id, id);
    const { bucket } = query;
    const { ms, most, usual } = STATS_BUCKETS[bucket];
    const end = Math.ceil((query.until === undefined ? this.clock.now().getTime() : Date.parse(query.until)) / ms);
    const begin = query.since === undefined ? end - usual : Math.floor(Date.parse(query.since) / ms);
    if (begin >= end) throw wrong('since', 'must be before until');
    if (end - begin > most) throw wrong('since', `must be at most ${most} ${bucket}s before until`);

    const [since, until] = [new Date(begin * ms), new Date(end * ms)];
    const rows = await this.endpoints.hours(endpointId, since, until);
    const found = new Map<number, HourRow[]>();
    for (const row of rows) {
      const place = Math.floor(row.hour.getTime() / ms);
      found.set(place, [...(found.get(place) ?? []), row]);
    }
    return {
      endpointId,
      bucket,
      since: since.toISOString(),
      until: until.toISOString(),
      totals: summed(rows),
      buckets: Array.from({ length: end - begin }, (_, n) => ({
        start: new Date((begin + n) * ms).toISOString(),
        ...summed(found.get(begin + n) ?? []),
      })),
    };
  }
}

function summed(rows: readonly HourRow[]): AttemptCounts {
  const histogram: number[] = [];
  for (const row of rows) for (const [n, count] of row.histogram.entries()) histogram[n] = (histogram[n] ?? 0) + count;
  return {
    succeeded: rows.reduce((sum, row) => sum + row.succeeded, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
    p50Ms: percentileOf(histogram, 0.5),
    p95Ms: percentileOf(histogram, 0.95),
  };
}

function wrong(parameter: string, message: string): Problem {
  return new Problem('invalid_query', undefined, { errors: [{ parameter, code: 'invalid_value', message }] });
}
