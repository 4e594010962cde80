import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { RunKind, RunStatus } from '@billhook/domain/webhooks/run';
import { ownedGrants } from '@billhook/identity/oauth/grant-applications';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inScopeSql, type EndpointScope } from '../endpoints/endpoints.repository.js';
import { NOW } from '../sql/now.sql.js';
import { WebhookRun } from './run.entity.js';
import { MOVE } from './runs.sql.js';

/** A run before it is written. It uses the database's time, like the worker. */
export type NewRun = Omit<WebhookRun, 'id' | 'done' | 'createdAt' | 'updatedAt' | 'finishedAt'>;

const UNDER_WAY = `status IN ('Running', 'Paused')`;

@Injectable()
export class WebhookRunsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, WebhookRun, 'r');
  }

  /** @throws Problem not_found, also for a run of an endpoint outside of the scope */
  find(scope: EndpointScope, id: number, runner: ReadRunner = this.db): Promise<WebhookRun> {
    return this.one(runner, 'run_get', '', scope, id);
  }

  /** Waits for the running batch. @throws Problem not_found */
  lock(tx: Tx, scope: EndpointScope, id: number): Promise<WebhookRun> {
    return this.one(tx, 'run_lock', 'FOR NO KEY UPDATE OF r', scope, id);
  }

  list(endpointId: number, window: Window): Promise<PageOf<Kept<WebhookRun>>> {
    const conditions = new Conditions().add('endpoint', 'r.endpoint_id = ?', endpointId);
    const select = `SELECT ${this.columns} FROM webhook_runs r`;
    const idOf = (run: WebhookRun) => run.id;
    return listNewestFirst(this.db, { name: 'run', select, id: 'r.id', idOf, conditions }, window);
  }

  /** The unfinished run of a kind of an endpoint, if there is one. */
  async underWay(runner: ReadRunner, endpointId: number, kind: RunKind): Promise<number | undefined> {
    const [row] = await runner.query<{ id: number }>({
      name: 'run_under_way',
      text: `SELECT id FROM webhook_runs WHERE endpoint_id = $1 AND kind = $2 AND ${UNDER_WAY}`,
      values: [endpointId, kind],
    });
    return row?.id;
  }

  /** Undefined if the endpoint has an unfinished run of this kind: of two requests, the second waits for the first. */
  async insert(tx: Tx, run: NewRun): Promise<WebhookRun | undefined> {
    const [row] = await tx.query<WebhookRun>({
      name: 'run_insert',
      text: `INSERT INTO webhook_runs AS r (company_id, endpoint_id, kind, status, since, until, selection, total, counted, done,
          cursor, created_by, created_at, updated_at, finished_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, ${NOW}, ${NOW}, CASE WHEN $4 = 'Completed' THEN ${NOW} END)
        ON CONFLICT (endpoint_id, kind) WHERE ${UNDER_WAY} DO NOTHING
        RETURNING ${this.columns}`,
      values: [
        ...[run.companyId, run.endpointId, run.kind, run.status, run.since, run.until],
        ...[JSON.stringify(run.selection), run.total, run.counted, run.cursor, run.createdBy],
      ],
    });
    return row;
  }

  async move(tx: Tx, { id, companyId }: WebhookRun, status: RunStatus): Promise<WebhookRun> {
    await tx.query({ name: 'run_move', text: MOVE, values: [id, status] });
    return this.find({ companyId }, id, tx);
  }

  private async one(
    runner: ReadRunner,
    name: string,
    suffix: string,
    { companyId, grantId }: EndpointScope,
    id: number,
  ) {
    const owned = await ownedGrants(runner, companyId, grantId);
    const [row] = await runner.query<WebhookRun>({
      name,
      text: `SELECT ${this.columns} FROM webhook_runs r JOIN webhook_endpoints e ON e.id = r.endpoint_id
        WHERE r.company_id = $1 AND r.id = $2 AND ${inScopeSql('$3')} ${suffix}`,
      values: [companyId, id, owned ?? null],
    });
    if (!row) throw new Problem('not_found', 'There is no such run.');
    return row;
  }
}
