import {
  PREVIEW_LIMITS,
  type PreviewWebhookEndpoint,
  type WebhookPreviewView,
} from '@billhook/contract/webhooks/endpoint-preview';
import { invalidBody, type Problem } from '@billhook/domain/shared/problems';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { EventHistoryRepository } from '@billhook/webhooks/events/event-history.repository';
import { oldestSince } from '@billhook/webhooks/runs/run-scope.sql';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { requireFilter } from './filter-errors.rules.js';
import { requireReadable } from './readable-types.rules.js';

/** What an endpoint with these settings would have received. */
@Injectable()
export class WebhookPreviewService {
  constructor(
    private readonly history: EventHistoryRepository,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 403 if the caller may not read the records of a type; 422 invalid_body */
  async get(by: Principal, { eventTypes, filter = null, since }: PreviewWebhookEndpoint): Promise<WebhookPreviewView> {
    requireReadable(by, eventTypes);
    requireFilter({ filter, eventTypes });
    const from = this.start(since);
    const scope = { companyId: by.company.id, since: from, types: eventTypes, filter };
    const { events, isPartial } = await this.history.matching(scope, PREVIEW_LIMITS.events);
    return {
      since: from.toISOString(),
      total: events.length,
      atLeast: isPartial,
      eventTypes: eventTypes.map((type) => ({ type, count: events.filter((event) => event.type === type).length })),
      examples: events
        .slice(0, PREVIEW_LIMITS.examples)
        .map(({ id, type, resourceId, createdAt }) => ({ id, type, resourceId, createdAt: createdAt.toISOString() })),
    };
  }

  private start(since: string | undefined): Date {
    const now = this.clock.now();
    const keptDays = this.env.WEBHOOK_RETENTION_DAYS;
    if (since === undefined) return oldestSince(now, Math.min(keptDays, PREVIEW_LIMITS.days));
    const start = new Date(since);
    if (start < oldestSince(now, keptDays)) {
      throw wrong('too_early', `must be at most ${keptDays} days ago: older messages are no longer stored`);
    }
    if (start > now) throw wrong('in_the_future', 'must not be in the future');
    return start;
  }
}

const wrong = (code: string, message: string): Problem => invalidBody('/since', code, message);
