import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { inCell } from '@billhook/db/current-cell';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { cellOfId } from '@billhook/testing/own-tables';
import { Runs } from '@billhook/webhooks/runs/run-engine';
import { clientBody } from './bodies.js';
import { relayOf } from './relay.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from './webhooks.js';
import type { KeyCaller } from './world.js';

export const RUNS = '/v1/webhook-runs';

export const runPath = ({ id }: { readonly id: number }, start: string): string => `${ENDPOINTS}/${id}/${start}`;

/** Endpoints with earlier events, and the runs that send those. */
export class RunsWorld {
  private constructor(
    readonly hooks: WebhookWorld,
    private readonly runs: Runs,
  ) {}

  static async start(): Promise<RunsWorld> {
    const hooks = await WebhookWorld.start();
    // Deliveries are made at the database's time.
    hooks.api.clock.set(new Date().toISOString());
    return new RunsWorld(hooks, new Runs(hooks.api.database, hooks.api.app.get(UnitOfWork)));
  }

  stop(): Promise<void> {
    return this.hooks.stop();
  }

  /** The runs that a worker finds, in all cells. */
  async workable(): Promise<number[]> {
    return (await this.hooks.api.cells.each(() => this.runs.workable())).flat();
  }

  /** A turn of a worker in the cell of the run. */
  work(id: number): ReturnType<Runs['work']> {
    return inCell(cellOfId(id), () => this.runs.work(id));
  }

  daysAgo(days: number): string {
    return new Date(this.hooks.api.clock.now().getTime() - days * DAY_MS).toISOString();
  }

  /** Creates clients and numbers their events, without deliveries. */
  async clients(by: KeyCaller, ...names: string[]): Promise<void> {
    for (const name of names) {
      const answer = await by.call('POST', '/v1/clients', { body: { ...clientBody, name } });
      if (answer.status !== 201) throw new Error(answer.text);
    }
    await relayOf(this.hooks.api, { fanOut: true, firstWaitMs: 60_000 }).run();
  }

  /** A company whose clients were created before its endpoint. */
  async withPast(...names: string[]): Promise<{ by: KeyCaller; endpoint: CreatedEndpoint }> {
    const by = await this.hooks.world.key();
    await this.clients(by, ...names);
    return { by, endpoint: await this.hooks.create({ eventTypes: ['client.created'] }, by) };
  }

  replay(by: KeyCaller, endpoint: CreatedEndpoint, body: object = {}, headers: Record<string, string> = {}) {
    return by.call<WebhookRunView & Pick<ProblemView, 'code'>>('POST', runPath(endpoint, 'replay-missing'), {
      body: { since: this.daysAgo(1), ...body },
      headers,
    });
  }

  /** The audited actions on a run, oldest first. */
  async audited({ companyId }: KeyCaller, id: number): Promise<(string | undefined)[]> {
    const rows = await this.hooks.api.database.query<{ action: string }>({
      name: 'test_run_audit',
      text: `SELECT action FROM audit_log WHERE company_id = $1 AND action LIKE 'webhook_run.%' AND target = $2 ORDER BY id`,
      values: [companyId, String(id)],
    });
    return rows.map(({ action }) => action.split('.')[1]);
  }
}
