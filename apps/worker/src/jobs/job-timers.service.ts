import type { Logger } from '@billhook/platform/logger';
import { NO_METER, type Meter } from '@billhook/platform/metrics/meter';
import type { WorkerJob } from './jobs.js';

/** The last round of a job in this process, in ms of the epoch. */
export interface JobRound {
  readonly job: WorkerJob;
  /** The number of rounds, including this one. */
  readonly number: number;
  readonly startedAt: number;
  /** Undefined while it runs. */
  readonly endedAt?: number;
  readonly error?: unknown;
}

/** Runs each job immediately, and again its interval after each round. Uses timers because a lost queue would lose its schedule too. */
export class JobTimers {
  readonly #timers = new Map<WorkerJob, NodeJS.Timeout>();
  readonly #rounds = new Set<Promise<void>>();
  readonly #last = new Map<WorkerJob, JobRound>();
  readonly #stop = new AbortController();

  constructor(
    private readonly jobs: readonly WorkerJob[],
    private readonly logger: Logger,
    private readonly meter: Meter = NO_METER,
  ) {}

  start(): void {
    for (const job of this.jobs) this.#begin(job);
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

  /** The last round of each job, in the order of the table. */
  get lastRounds(): readonly JobRound[] {
    return [...this.#last.values()];
  }

  #begin(job: WorkerJob): void {
    const round = this.#round(job).finally(() => this.#rounds.delete(round));
    this.#rounds.add(round);
  }

  async #round(job: WorkerJob): Promise<void> {
    const started = performance.now();
    const round = { job, number: (this.#last.get(job)?.number ?? 0) + 1, startedAt: Date.now() };
    this.#last.set(job, round);
    let failure: { error?: unknown } = {};
    try {
      await job.run(this.#stop.signal);
    } catch (error) {
      failure = { error };
      this.logger.error({ err: error, job: job.name }, 'upkeep failed; the next round will retry');
    }
    this.#last.set(job, { ...round, ...failure, endedAt: Date.now() });
    const outcome = 'error' in failure ? 'failed' : 'done';
    this.meter.count('billhook_job_rounds_total', { worker_job: job.name, outcome });
    this.meter.observe(
      'billhook_job_duration_seconds',
      { worker_job: job.name },
      (performance.now() - started) / 1_000,
    );
    // The wait starts after the round, because a slow database must not get a second round in parallel.
    if (!this.#stop.signal.aborted) {
      this.#timers.set(
        job,
        setTimeout(() => this.#begin(job), job.every),
      );
    }
  }
}
