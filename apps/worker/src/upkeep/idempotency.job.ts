import type { Database } from '@billhook/db/database';
import { forgetOldAnswers } from '@billhook/db/idempotency';
import type { Clock } from '@billhook/platform/clock';
import type { UpkeepJob } from './upkeep.job.js';

/** Forgets what was answered to requests with an Idempotency-Key, when its time is over. */
export class IdempotencyJob implements UpkeepJob {
  readonly name = 'idempotency';
  readonly everyMs = 60 * 60_000;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await forgetOldAnswers(this.db.autocommit, this.clock.now());
  }
}
