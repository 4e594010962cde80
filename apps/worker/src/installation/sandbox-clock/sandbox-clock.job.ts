import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@billhook/db/database';
import type {
  RunningAdvance,
  SandboxAdvancesRepository,
} from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import type { SandboxClock } from '@billhook/installation/sandbox-clock/sandbox-clock';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import type { CellEngines } from '@billhook/webhooks/engine/cell-engines';
import { isDelivering } from '@billhook/webhooks/engine/company-timers';

/** Per advance. Then the next one has its turn. */
const TURN_MS = 1_000;

/** Between two looks at whether the receivers have responded. */
const LOOK_MS = 10;

interface SandboxClockJobParts {
  readonly db: Database;
  readonly advances: Pick<SandboxAdvancesRepository, 'running' | 'noteFailure'>;
  readonly advancing: SandboxClock;
  readonly engine: Pick<CellEngines, 'poke'>;
  /** Takes the steps of endpoint health that are due. */
  readonly ladder: { run(): Promise<void> };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Continues the advances of the clocks of sandboxes, the oldest first. */
export class SandboxClockJob {
  constructor(private readonly parts: SandboxClockJobParts) {}

  /** @param stop ends the round after the current step */
  async run(stop: AbortSignal): Promise<void> {
    for (let mayContinue = true; mayContinue && !stop.aborted;) {
      mayContinue = false;
      for (const advance of await this.parts.advances.running()) {
        if (!stop.aborted && (await this.#turn(advance, stop))) mayContinue = true;
      }
    }
  }

  /** @returns whether the advance may continue now */
  async #turn(advance: RunningAdvance, stop: AbortSignal): Promise<boolean> {
    const { advances, advancing, db, engine, ladder, clock, logger } = this.parts;
    const end = performance.now() + TURN_MS;
    let { isMoving } = advance;
    try {
      while (!stop.aborted && performance.now() < end) {
        // Endpoints whose deliveries are being moved send none of them.
        if (!isMoving && advancing.stopsForDeliveries(advance) && (await isDelivering(db, advance.companyId))) {
          void engine.poke();
          await sleep(LOOK_MS);
          continue;
        }
        const outcome = await advancing.step(advance);
        isMoving = outcome === 'Moving';
        if (isMoving) continue;
        void engine.poke();
        if (outcome !== 'Moved') return false;
        if (advancing.stopsForDeliveries(advance)) await ladder.run();
      }
      return true;
    } catch (error) {
      const hasFailed = await advances.noteFailure(db.autocommit, advance.id, clock.now());
      const what = hasFailed
        ? 'the clock of a sandbox could not be advanced'
        : 'the advance of a clock will be retried';
      logger.error({ err: error, advanceId: advance.id }, what);
      return false;
    }
  }
}
