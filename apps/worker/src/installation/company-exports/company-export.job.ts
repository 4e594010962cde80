import type { Runner } from '@billhook/db/statement';
import type { CompanyExportsRepository } from '@billhook/installation/company-exports/company-exports.repository';
import { deleteFiles, markExpired } from '@billhook/installation/company-exports/export-files.repository';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import type { CompanyExports } from './company-exports.js';

/** Per export. Then the next export has its turn, and a stop waits no longer than this. */
const TURN_MS = 1_000;

interface CompanyExportJobParts {
  readonly exports: Pick<CompanyExportsRepository, 'running' | 'due' | 'noteFailure'>;
  readonly writer: Pick<CompanyExports, 'work'>;
  readonly db: Runner;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Continues running exports, and deletes the files of expired ones. */
export class CompanyExportJob {
  constructor(private readonly parts: CompanyExportJobParts) {}

  /** @param stop ends the round after the running page */
  async run(stop: AbortSignal): Promise<void> {
    const { exports, writer, clock, logger } = this.parts;
    for (const id of await exports.running()) {
      const end = performance.now() + TURN_MS;
      try {
        while (!stop.aborted && (await writer.work({ id })) && performance.now() < end);
      } catch (error) {
        // One export that fails must not keep the others waiting.
        const hasFailed = await exports.noteFailure(id, clock.now());
        const outcome = hasFailed ? 'too often: the export has failed' : 'it will be retried';
        logger.error({ err: error, exportId: id }, `a page of an export failed; ${outcome}`);
      }
    }
  }

  async expire(stop: AbortSignal): Promise<void> {
    const { exports, db, clock } = this.parts;
    for (const ref of await exports.due(clock.now())) {
      while (!stop.aborted && (await deleteFiles(db, ref)));
      if (!stop.aborted) await markExpired(db, ref);
    }
  }
}
