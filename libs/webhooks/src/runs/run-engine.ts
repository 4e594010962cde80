import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { RunKind, RunStatus } from '@billhook/domain/webhooks/run';
import { find, sift, type RunScope } from './run-scope.sql.js';
import { ADVANCE, MAKE_DELIVERIES, MOVE, SEND_AGAIN, TAKE, WORKABLE } from './runs.sql.js';

/** Items per transaction. */
export const RUN_BATCH = 200;

/** A run continues while fewer than this number wait for its endpoint, because new events must not queue behind old ones. */
export const RUN_BACKLOG = 500;

/** Added to the queue per batch. */
const RUNS_AT_ONCE = 50;

/** The result of one batch of a run. */
export interface RunStep {
  /** The number of deliveries that it made due. */
  readonly sent: number;
  /** Whether it may continue immediately. */
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

/** Processes runs batch by batch. The row of a run is its only state, and its lock prevents two workers from processing the same batch. */
export class Runs {
  constructor(
    private readonly db: ReadRunner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The ids of runs that can continue. */
  async workable(): Promise<number[]> {
    const values = [RUN_BACKLOG, RUNS_AT_ONCE];
    const rows = await this.db.query<{ id: number }>({ name: 'run_workable', text: WORKABLE, values });
    return rows.map(({ id }) => id);
  }

  /** The next batch of a run, if it is running and no other worker has it. Its deliveries are due when this resolves. */
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

/** A disabled endpoint would cancel them: the run pauses until a person resumes it. */
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
