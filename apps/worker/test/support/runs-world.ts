import type { RunSelection } from '@billhook/contract/webhooks/run';
import { HOUR_MS } from '@billhook/domain/shared/durations';
import type { EventFilter } from '@billhook/domain/webhooks/event-filter';
import type { RunKind, RunStatus } from '@billhook/domain/webhooks/run';
import { eventually } from '@billhook/testing/patience';
import { count } from '@billhook/webhooks/runs/run-scope.sql';
import { type TestEndpoint, type World } from './world.js';

export interface RunRow {
  readonly id: number;
  readonly status: RunStatus;
  readonly total: number;
  readonly done: number;
}

interface EndpointRow {
  readonly endpointTypes: string[];
  readonly filter: EventFilter | null;
}

/** What a request to the API does to runs, and their results. */
export class RunsWorld {
  constructor(private readonly world: World) {}

  rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.world.source.query(text, values);
  }

  async run(id: number): Promise<RunRow> {
    return this.one('SELECT id, status, total, done FROM webhook_runs WHERE id = $1', [id]);
  }

  until(id: number, status: RunStatus): Promise<RunRow> {
    const asked = async () => {
      const run = await this.run(id);
      return run.status === status ? run : undefined;
    };
    return eventually(`the run is ${status}`, asked);
  }

  /** Starts a run over the last hour. */
  async start(kind: RunKind, endpoint: TestEndpoint, selection: RunSelection = {}): Promise<RunRow> {
    const [since, until] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + 1_000)];
    const { id: endpointId, companyId } = endpoint;
    const { endpointTypes, filter } = await this.one<EndpointRow>(
      'SELECT event_types AS "endpointTypes", filter FROM webhook_endpoints WHERE id = $1',
      [endpointId],
    );
    const scope = { companyId, endpointId, since, until, selection, endpointTypes, filter };
    const { total, cursor } = await count(this.world.db, kind, scope);
    return this.one(
      `INSERT INTO webhook_runs (company_id, endpoint_id, kind, status, since, until, selection, total, done, cursor, created_by,
        created_at, updated_at) VALUES ($1, $2, $3, 'Running', $4, $5, $6, $7, 0, $8, 'spec', now(), now())
        RETURNING id, status, total, done`,
      [companyId, endpointId, kind, since, until, JSON.stringify(selection), total, cursor],
    );
  }

  move(id: number, status: RunStatus): Promise<void> {
    return this.world.sql('UPDATE webhook_runs SET status = $2 WHERE id = $1', [id, status]);
  }

  /** Many events in one statement, numbered by a worker. */
  async past(events: number): Promise<void> {
    await this.world.record();
    await this.world.sql(
      `INSERT INTO events (id, company_id, type, resource_id, body, changes, resource_version, test, created_at)
      SELECT 'msg_past' || n, company_id, type, resource_id, replace(body, id, 'msg_past' || n), changes, resource_version, test,
        created_at
      FROM events, generate_series(2, $1::integer) n`,
      [events],
    );
    const open = 'SELECT count(*) AS open FROM events WHERE sequence IS NULL';
    await eventually(
      'all are numbered',
      async () => (await this.one<{ open: number }>(open, [])).open === 0 || undefined,
    );
  }

  /** How many deliveries of an endpoint have each status. */
  async statuses(endpoint: TestEndpoint): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const { status } of await this.world.deliveries(endpoint)) found[status] = (found[status] ?? 0) + 1;
    return found;
  }

  allDelivered(endpoint: TestEndpoint, events: number): Promise<true> {
    const asked = async () => ((await this.statuses(endpoint))['Delivered'] === events ? true : undefined);
    return eventually(`${events} are delivered`, asked);
  }

  /** The ids of the received messages, in order. */
  idsAt(endpoint: TestEndpoint): string[] {
    return this.world.receiver.at(endpoint.path).map(({ headers }) => String(headers['webhook-id']));
  }

  /** The numbers of an endpoint's deliveries, ascending. */
  async sequences(endpoint: TestEndpoint): Promise<number[]> {
    const deliveries = await this.world.deliveries(endpoint);
    return deliveries.map(({ sequence }) => sequence ?? 0).sort((a, b) => a - b);
  }

  private async one<T extends object>(text: string, values: unknown[]): Promise<T> {
    const [row] = await this.rows<T>(text, values);
    if (!row) throw new Error(`nothing came of ${text}`);
    return row;
  }
}
