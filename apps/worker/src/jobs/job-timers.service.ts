import { FIRST_CELL } from '@billhook/db/cell-rows';
import type { Cells } from '@billhook/db/cells';
import { inCell } from '@billhook/db/current-cell';
import type { Logger } from '@billhook/platform/logger';
import { NO_METER, type Meter } from '@billhook/platform/metrics/meter';
import type { CellLabel } from '@billhook/platform/metrics/metric-table';
import type { WorkerJob } from './jobs.js';

/** The last round of a job in this process, in ms of the epoch. */
export interface JobRound {
  readonly job: WorkerJob;
  /** The cell for which it ran; undefined for the global side. */
  readonly cell: number | undefined;
  /** The name of the job, with the cell if there are several. */
  readonly title: string;
  /** The number of rounds there, including this one. */
  readonly number: number;
  readonly startedAt: number;
  /** Undefined while it runs. */
  readonly endedAt?: number;
  readonly error?: unknown;
}

/** A job with the place where it runs. */
interface Turn {
  readonly job: WorkerJob;
  /** Undefined for the global side. */
  readonly cell: number | undefined;
}

type KnownCells = Pick<Cells, 'areOne' | 'numbers' | 'labelOf'>;

/** An installation with one cell. */
const ONE: KnownCells = { areOne: true, numbers: [FIRST_CELL], labelOf: () => ({}) };

/**
 * Runs each job immediately, and again its interval after each round. A job of cells has rounds for each, so that one that does not respond
 * delays no other. Uses timers because a lost queue would lose its schedule too.
 */
export class JobTimers {
  readonly #turns = new Map<string, Turn>();
  readonly #present = new Set<Turn>();
  readonly #timers = new Map<Turn, NodeJS.Timeout>();
  readonly #rounds = new Set<Promise<void>>();
  readonly #last = new Map<Turn, JobRound>();
  readonly #stop = new AbortController();

  constructor(
    private readonly jobs: readonly WorkerJob[],
    private readonly logger: Logger,
    private readonly meter: Meter = NO_METER,
    private readonly cells: KnownCells = ONE,
  ) {}

  start(): void {
    this.follow();
  }

  /** Begins the jobs of new cells, and ends those of removed ones after their running rounds. */
  follow(): void {
    const wanted = new Map<string, Turn>(
      this.jobs.flatMap((job) => this.#placesOf(job).map((cell) => [`${job.name} ${cell}`, { job, cell }] as const)),
    );
    for (const [name, turn] of this.#turns) if (!wanted.has(name)) this.#end(name, turn);
    for (const [name, turn] of wanted) {
      if (this.#turns.has(name) || this.#stop.signal.aborted) continue;
      this.#turns.set(name, turn);
      this.#present.add(turn);
      this.#begin(turn);
    }
  }

  /** Begins no further rounds. */
  stop(): void {
    this.#stop.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Resolves when the running rounds have ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#rounds);
  }

  /** The last round of each job, in the order of the table, and in the order of the cells. */
  get lastRounds(): readonly JobRound[] {
    return [...this.#last.values()];
  }

  /** With one cell, it has the rows of both sides. */
  #placesOf({ on = 'cell' }: WorkerJob): readonly (number | undefined)[] {
    if (on === 'global') return [undefined];
    const { areOne, numbers } = this.cells;
    return on === 'both' && !areOne ? [undefined, ...numbers] : numbers;
  }

  #end(name: string, turn: Turn): void {
    this.#turns.delete(name);
    this.#present.delete(turn);
    this.#last.delete(turn);
    clearTimeout(this.#timers.get(turn));
    this.#timers.delete(turn);
  }

  #begin(turn: Turn): void {
    const round = inCell(turn.cell, () => this.#round(turn)).finally(() => this.#rounds.delete(round));
    this.#rounds.add(round);
  }

  async #round(turn: Turn): Promise<void> {
    const { job, cell } = turn;
    const label: CellLabel = job.on === 'global' ? {} : this.cells.labelOf(cell);
    const where = label.cell === 'global' ? 'global side' : `cell ${label.cell}`;
    const title = label.cell === undefined ? job.name : `${job.name}, ${where}`;
    const started = performance.now();
    const round = { job, cell, title, number: (this.#last.get(turn)?.number ?? 0) + 1, startedAt: Date.now() };
    this.#last.set(turn, round);
    let failure: { error?: unknown } = {};
    try {
      await job.run(this.#stop.signal);
    } catch (error) {
      failure = { error };
      this.logger.error({ err: error, job: job.name, ...label }, 'upkeep failed; the next round will retry');
    }
    const outcome = 'error' in failure ? 'failed' : 'done';
    this.meter.count('billhook_job_rounds_total', { worker_job: job.name, outcome, ...label });
    this.meter.observe(
      'billhook_job_duration_seconds',
      { worker_job: job.name },
      (performance.now() - started) / 1_000,
    );
    if (!this.#present.has(turn)) return void this.#last.delete(turn);
    this.#last.set(turn, { ...round, ...failure, endedAt: Date.now() });
    // The wait starts after the round, because a slow database must not get a second round in parallel.
    if (!this.#stop.signal.aborted) {
      this.#timers.set(
        turn,
        setTimeout(() => this.#begin(turn), job.every),
      );
    }
  }
}
