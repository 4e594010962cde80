import type { Logger } from '@billhook/platform/logger';
import type { CellEngines } from '@billhook/webhooks/engine/cell-engines';
import type { Runs } from '@billhook/webhooks/runs/run-engine';

/** Runs that one process works on in parallel. Each takes a database connection. */
const LANES = 2;

/** Per run. Then the next run has its turn, and a stop waits no longer than this. */
const TURN_MS = 1_000;

interface RunsJobParts {
  readonly runs: Pick<Runs, 'workable' | 'work'>;
  readonly engine: Pick<CellEngines, 'poke'>;
  readonly logger: Logger;
}

/** Works on runs that were just created, that waited for a backlog, or that another worker left. */
export class RunsJob {
  constructor(private readonly parts: RunsJobParts) {}

  /** @param stop ends the round after the running turns */
  async run(stop: AbortSignal): Promise<void> {
    const waiting = await this.#workable();
    const lane = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && !stop.aborted; id = waiting.shift()) await this.#turn(id);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  async #turn(runId: number): Promise<void> {
    const { runs, engine, logger } = this.parts;
    const end = performance.now() + TURN_MS;
    try {
      let more: boolean;
      do {
        const step = await runs.work(runId);
        if (step.sent > 0) void engine.poke();
        more = step.more;
      } while (more && performance.now() < end);
    } catch (error) {
      logger.error({ err: error, runId }, 'a batch of a run failed; it will be retried');
    }
  }

  async #workable(): Promise<number[]> {
    try {
      return await this.parts.runs.workable();
    } catch (error) {
      this.parts.logger.error({ err: error }, 'could not read the runs; the next round will retry');
      return [];
    }
  }
}
