import type { Logger } from '@billhook/platform/logger';
import type { WorkerJob } from './jobs.js';

/** Runs each job now, and again its time after each round. Timers, because a schedule in the queue would be lost with it. */
export class JobTimers {
  readonly #timers = new Map<WorkerJob, NodeJS.Timeout>();
  readonly #rounds = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(
    private readonly jobs: readonly WorkerJob[],
    private readonly logger: Logger,
  ) {}

  start(): void {
    for (const job of this.jobs) this.#begin(job);
  }

  /** Begins no round any more. */
  stop(): void {
    this.#stop.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Resolves when the rounds under way have ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#rounds);
  }

  #begin(job: WorkerJob): void {
    const round = this.#round(job).finally(() => this.#rounds.delete(round));
    this.#rounds.add(round);
  }

  async #round(job: WorkerJob): Promise<void> {
    try {
      await job.run(this.#stop.signal);
    } catch (error) {
      this.logger.error({ err: error, job: job.name }, 'upkeep failed; the next round will retry');
    }
    // After the round, not beside it: a slow database must not get a second round on top.
    if (!this.#stop.signal.aborted) {
      this.#timers.set(
        job,
        setTimeout(() => this.#begin(job), job.every),
      );
    }
  }
}
