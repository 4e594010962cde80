import { isLostDatabase } from '@billhook/db/lost-database';
import { LOCK_NOT_AVAILABLE, QUERY_CANCELED } from '@billhook/db/sql-states';
import type { Runner } from '@billhook/db/statement';
import { deleteSomeKeys, deleteSomeParts } from '@billhook/installation/imports/import-parts.repository';
import type { ImportsRepository } from '@billhook/installation/imports/imports.repository';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import type { Imports } from './imports.js';

/** Per import. Then the import of the next company has its turn, and a stop waits no longer than this. */
const TURN_MS = 500;

const INTERRUPTED: readonly unknown[] = [LOCK_NOT_AVAILABLE, QUERY_CANCELED];

/** Whether the part is not the cause: the database was lost or busy, or an operator cancelled the statement. */
const isOutside = (error: unknown): boolean =>
  isLostDatabase(error) || (error instanceof Error && 'code' in error && INTERRUPTED.includes(error.code));

interface ImportsJobParts {
  readonly imports: Pick<
    ImportsRepository,
    'running' | 'beginAttempt' | 'forgetAttempt' | 'endIfExhausted' | 'due' | 'delete'
  >;
  readonly writer: Pick<Imports, 'work'>;
  readonly db: Runner;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Continues running imports, the oldest of each company, and deletes the rows of ended ones. */
export class ImportsJob {
  constructor(private readonly parts: ImportsJobParts) {}

  /** @param stop ends the round after the running part */
  async run(stop: AbortSignal): Promise<void> {
    // In turns until all have ended: a round of one turn each would leave the worker idle until the next round.
    for (let mayContinue = true; mayContinue && !stop.aborted;) {
      mayContinue = false;
      for (const { id } of await this.parts.imports.running(this.parts.clock.now())) {
        if (!stop.aborted && (await this.#turn(id, stop))) mayContinue = true;
      }
    }
  }

  /** @returns whether the import may continue */
  async #turn(id: number, stop: AbortSignal): Promise<boolean> {
    const { imports, writer, clock, logger } = this.parts;
    const end = performance.now() + TURN_MS;
    for (let mayContinue = true; mayContinue && !stop.aborted;) {
      if (performance.now() >= end) return true;
      if (!(await imports.beginAttempt(id, clock.now()))) {
        await imports.endIfExhausted(id, clock.now(), false);
        return false;
      }
      try {
        mayContinue = await writer.work(id);
      } catch (error) {
        // One import that fails must not keep the others waiting.
        if (isOutside(error)) await imports.forgetAttempt(id);
        const hasFailed = await imports.endIfExhausted(id, clock.now(), true);
        const outcome = hasFailed ? 'too often: the import has failed' : 'it will be retried';
        logger.error({ err: error, importId: id }, `a part of an import failed; ${outcome}`);
        return false;
      }
    }
    return false;
  }

  /** Deletes the rows of imports whose results have expired, and later the imports. */
  async expire(stop: AbortSignal): Promise<void> {
    const { imports, db, clock } = this.parts;
    for (const ref of await imports.due(clock.now())) {
      while (!stop.aborted && (await deleteSomeParts(db, ref)));
      if (!ref.isOver) continue;
      while (!stop.aborted && (await deleteSomeKeys(db, ref)));
      if (!stop.aborted) await imports.delete(ref);
    }
  }
}
