import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { find, sift, type RunScope } from './run-scope.queries.js';
import { ADVANCE, MAKE_DELIVERIES, MOVE, SEND_AGAIN, TAKE, WORKABLE } from './runs.queries.js';
import type { RunKind, RunStatus } from './webhook-run.entity.js';

/** Looked at in one transaction. */
export const RUN_BATCH = 200;

/** A run goes on while fewer than so many wait for its endpoint, so that what happens now does not queue behind the past. */
export const RUN_BACKLOG = 500;

/** Given to the queue at once. */
const RUNS_AT_ONCE = 50;

/** What came of a look at a run. */
export interface RunStep {
  /** How many deliveries are due now because of it. */
  readonly sent: number;
  /** Whether it may go on at once. */
  readonly more: boolean;
}

interface TakenRun extends RunScope {
  readonly id: number;
  readonly kind: RunKind;
  readonly cursor: number;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly crowded: boolean;
}

const REST: RunStep = { sent: 0, more: false };

/** Works runs off, batch by batch. The row of a run is all that it knows of it, and its lock keeps two workers from one batch. */
export class Runs {
  constructor(
    private readonly db: ReadRunner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The ids of runs that can go on. */
  async workable(): Promise<number[]> {
    const values = [RUN_BACKLOG, RUNS_AT_ONCE];
    const rows = await this.db.query<{ id: number }>({ name: 'run_workable', text: WORKABLE, values });
    return rows.map(({ id }) => id);
  }

  /** The next batch of a run, if it is running and nobody else is at it. What it sends is due when this resolves. */
  work(id: number): Promise<RunStep> {
    return this.unitOfWork.run(async (tx) => {
      const [run] = await tx.query<TakenRun>({ name: 'run_take', text: TAKE, values: [id, RUN_BACKLOG] });
      if (!run) return REST;
      const instead = stateInstead(run);
      if (instead) await tx.query({ name: 'run_move', text: MOVE, values: [id, instead] });
      return instead || run.crowded ? REST : this.#batch(tx, run);
    });
  }

  async #batch(tx: Tx, run: TakenRun): Promise<RunStep> {
    const found = await find(tx, run.kind, run, run.cursor, RUN_BATCH + 1);
    const more = found.length > RUN_BATCH;
    const batch = found.slice(0, RUN_BATCH);
    const ids = batch.map(({ id }) => id);
    const sent = run.kind === 'RecoverFailed' ? await sendAgain(tx, ids) : await makeDeliveries(tx, run, ids);
    const cursor = batch.at(-1)?.place ?? run.cursor;
    await tx.query({ name: 'run_advance', text: ADVANCE, values: [run.id, cursor, sent, more] });
    return { sent, more };
  }
}

/** Sent to an endpoint that is off, it would be cancelled: the run waits until a person lets it go on. */
function stateInstead({ deleted, enabled }: TakenRun): RunStatus | undefined {
  if (deleted) return 'Cancelled';
  return enabled ? undefined : 'Paused';
}

async function sendAgain(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.query({ name: 'run_send_again', text: SEND_AGAIN, values: [ids] });
  return rows.length;
}

async function makeDeliveries(tx: Tx, { endpointId, filter }: TakenRun, positions: readonly number[]): Promise<number> {
  const chosen = await sift(tx, filter, positions);
  if (chosen.length === 0) return 0;
  const rows = await tx.query({ name: 'run_make', text: MAKE_DELIVERIES, values: [endpointId, chosen] });
  return rows.length;
}
