import type { StartWebhookRun } from '@billhook/contract/webhooks/run';
import { Database } from '@billhook/db/database';
import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import { requireVersion, type Target } from '@billhook/db/target';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/shared/event-types';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { canMoveRun, RUN_MOVES, type RunKind, type RunMove } from '@billhook/domain/webhooks/run';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import type { WebhookEndpoint } from '@billhook/webhooks/endpoints/endpoint.entity';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { count, oldestSince } from '@billhook/webhooks/runs/run-scope.sql';
import type { WebhookRun } from '@billhook/webhooks/runs/run.entity';
import { WebhookRunsRepository } from '@billhook/webhooks/runs/runs.repository';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';
import { requireReadable } from '../endpoints/readable-types.rules.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';
import { totalOf } from './run.presenter.js';

/** How the audit log names each move. */
const AUDIT_ACTIONS = {
  pause: 'webhook_run.paused',
  resume: 'webhook_run.resumed',
  cancel: 'webhook_run.cancelled',
} as const satisfies Record<RunMove, string>;

@Injectable()
export class WebhookRunsService {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly runs: WebhookRunsRepository,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** The runs of an endpoint, newest first. */
  async list(by: Principal, endpointId: number, window: Window): Promise<PageOf<Kept<WebhookRun>>> {
    const { id } = await this.endpoints.look(endpointScopeOf(by), endpointId);
    return this.runs.list(id, window);
  }

  get(by: Principal, id: number): Promise<WebhookRun> {
    return this.runs.find(endpointScopeOf(by), id);
  }

  /** Counts the messages to send. The workers, which look for runs every second, send them. */
  async start(by: Principal, target: Target, kind: RunKind, body: StartWebhookRun): Promise<WebhookRun> {
    if (!this.env.WEBHOOKS_ENABLED) throw new Problem('webhooks_unavailable');
    const { eventTypes, resourceId } = body;
    const selection = { ...(eventTypes && { eventTypes }), ...(resourceId !== undefined && { resourceId }) };
    const endpoint = await this.endpoints.look(endpointScopeOf(by), target.id);
    requireVersion(endpoint, target);
    const period = periodOf(body, this.clock.now(), this.env.WEBHOOK_RETENTION_DAYS);
    requireCountable(by, kind, endpoint, body.eventTypes);
    if (endpoint.status === 'Disabled') throw new Problem('endpoint_disabled');
    const { id: endpointId, companyId } = endpoint;
    const existing = await this.runs.underWay(this.db, endpointId, kind);
    if (existing !== undefined) throw underWay(existing);
    const scope = { companyId, endpointId, ...period, selection };
    const { eventTypes: endpointTypes, filter } = endpoint;
    // Before the transaction, and without a lock: counting may take seconds.
    const { total, cursor } = await count(this.db, kind, { ...scope, endpointTypes, filter });
    const status = total === 0 ? 'Completed' : 'Running';
    const known = { total: total ?? 0, counted: total !== null };
    return this.uow.run(async (tx) => {
      const run = await this.runs.insert(tx, { ...scope, kind, status, ...known, cursor, createdBy: by.label });
      if (!run) throw underWay(await this.runs.underWay(tx, endpointId, kind));
      await this.audit.record(tx, actorOf(by), 'webhook_run.started', String(run.id), {
        ...{ kind, endpointId, ...selection, total },
        ...{ since: period.since.toISOString(), until: period.until.toISOString() },
      });
      return run;
    });
  }

  /** Takes effect after the current batch of at most 200 messages. */
  move(by: Principal, id: number, move: RunMove): Promise<WebhookRun> {
    return this.uow.run(async (tx) => {
      const run = await this.runs.lock(tx, endpointScopeOf(by), id);
      if (!canMoveRun(run.status, move)) {
        throw new Problem('action_not_allowed', `The run is ${run.status}.`, {
          extensions: { currentStatus: run.status },
        });
      }
      if (move === 'resume') await this.requireEnabled(tx, run);
      const moved = await this.runs.move(tx, run, RUN_MOVES[move].to);
      const details = { done: moved.done, total: totalOf(moved) };
      await this.audit.record(tx, actorOf(by), AUDIT_ACTIONS[move], String(id), details);
      return moved;
    });
  }

  private async requireEnabled(tx: Tx, { companyId, endpointId }: WebhookRun): Promise<void> {
    const { status } = await this.endpoints.look({ companyId }, endpointId, tx);
    if (status === 'Disabled') throw new Problem('endpoint_disabled');
  }
}

/**
 * The number of events that match a filter reveals something about the records. Recovering counts deliveries, without the filter.
 * @throws Problem 403
 */
function requireCountable(
  by: Principal,
  kind: RunKind,
  { filter, eventTypes }: Pick<WebhookEndpoint, 'filter' | 'eventTypes'>,
  chosen: readonly EventType[] = eventTypes,
): void {
  if (kind !== 'ReplayMissing' || !filter) return;
  requireReadable(
    by,
    eventTypes.filter((type) => chosen.includes(type)),
  );
}

function underWay(existingId: number | undefined): Problem {
  return new Problem('run_under_way', undefined, existingId === undefined ? {} : { extensions: { existingId } });
}

/** @throws Problem 422 invalid_body, with a pointer to the invalid time */
function periodOf(body: StartWebhookRun, now: Date, keptDays: number): { readonly since: Date; readonly until: Date } {
  const [since, requestedEnd] = [new Date(body.since), new Date(body.until ?? now)];
  const until = requestedEnd < now ? requestedEnd : now;
  if (since < oldestSince(now, keptDays)) {
    throw wrongSince('too_early', `must be at most ${keptDays} days ago: older messages are no longer stored`);
  }
  if (since > until) throw wrongSince('reversed', 'must be before until and not in the future');
  return { since, until };
}

const wrongSince = (code: string, message: string): Problem => invalidBody('/since', code, message);
