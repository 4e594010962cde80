import type { StartWebhookRun } from '@billhook/contract/webhooks/webhook-run';
import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { count, oldestSince } from '@billhook/webhooks/runs/run-scope.queries';
import type { WebhookEndpointEntity } from '@billhook/webhooks/endpoints/webhook-endpoint.entity';
import type { RunKind, RunStatus, WebhookRunEntity } from '@billhook/webhooks/runs/webhook-run.entity';
import type { EventType } from '@billhook/domain/shared/events';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import { requireVersion, type Target } from '@billhook/invoicing/records/target';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { actorOf } from '../../identity/audit/actor-of.js';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CLOCK, ENV } from '@billhook/platform/tokens';
import { requireReadable } from '../endpoints/readable-types.rules.js';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/webhook-endpoints.repository';
import { totalOf } from './webhook-runs.presenter.js';
import { WebhookRunsRepository } from '@billhook/webhooks/runs/webhook-runs.repository';

/** What a person can do to a run: what it becomes, out of which states, and how the audit log says it. */
const MOVES = {
  pause: { to: 'Paused', from: ['Running'], action: 'webhook_run.paused' },
  resume: { to: 'Running', from: ['Paused'], action: 'webhook_run.resumed' },
  cancel: { to: 'Cancelled', from: ['Running', 'Paused'], action: 'webhook_run.cancelled' },
} as const satisfies Record<string, { to: RunStatus; from: readonly RunStatus[]; action: string }>;
export type RunMove = keyof typeof MOVES;

@Injectable()
export class WebhookRunsService {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly runs: WebhookRunsRepository,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Of an endpoint, the newest first. */
  async list(by: Principal, endpointId: number, window: Window): Promise<PageOf<Kept<WebhookRunEntity>>> {
    const { id } = await this.endpoints.look(by.company.id, endpointId);
    return this.runs.list(id, window);
  }

  get(by: Principal, id: number): Promise<WebhookRunEntity> {
    return this.runs.find(by.company.id, id);
  }

  /** Counts what there is to send, and leaves the sending to the workers, which look for runs every second. */
  async start(by: Principal, target: Target, kind: RunKind, body: StartWebhookRun): Promise<WebhookRunEntity> {
    if (!this.env.WEBHOOKS_ENABLED) throw new Problem('webhooks_unavailable');
    const { eventTypes, resourceId } = body;
    const selection = { ...(eventTypes && { eventTypes }), ...(resourceId !== undefined && { resourceId }) };
    const endpoint = await this.endpoints.look(by.company.id, target.id);
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

  /** Takes effect after the batch that is under way, of at most 200 messages. */
  move(by: Principal, id: number, move: RunMove): Promise<WebhookRunEntity> {
    const { to, from, action } = MOVES[move];
    return this.uow.run(async (tx) => {
      const run = await this.runs.lock(tx, by.company.id, id);
      if (!from.some((status) => status === run.status)) {
        throw new Problem('action_not_allowed', `The run is ${run.status}.`, {
          extensions: { currentStatus: run.status },
        });
      }
      if (move === 'resume') await this.requireEnabled(tx, run);
      const moved = await this.runs.move(tx, run, to);
      await this.audit.record(tx, actorOf(by), action, String(id), { done: moved.done, total: totalOf(moved) });
      return moved;
    });
  }

  private async requireEnabled(tx: Tx, { companyId, endpointId }: WebhookRunEntity): Promise<void> {
    const { status } = await this.endpoints.look(companyId, endpointId, tx);
    if (status === 'Disabled') throw new Problem('endpoint_disabled');
  }
}

/** A count of what a filter lets through reveals the records. Recovering counts deliveries, without the filter. @throws Problem 403 */
function requireCountable(
  by: Principal,
  kind: RunKind,
  { filter, eventTypes }: Pick<WebhookEndpointEntity, 'filter' | 'eventTypes'>,
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

/** @throws Problem 422 invalid_body, pointing at what is too early or the wrong way round */
function periodOf(body: StartWebhookRun, now: Date, keptDays: number): { readonly since: Date; readonly until: Date } {
  const [since, asked] = [new Date(body.since), new Date(body.until ?? now)];
  const until = asked < now ? asked : now;
  if (since < oldestSince(now, keptDays)) {
    throw wrongSince('too_early', `must be at most ${keptDays} days ago: older messages are no longer stored`);
  }
  if (since > until) throw wrongSince('reversed', 'must be before until and not in the future');
  return { since, until };
}

const wrongSince = (code: string, message: string): Problem =>
  new Problem('invalid_body', undefined, { errors: [{ pointer: '/since', code, message }] });
