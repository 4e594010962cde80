import type { Database } from '@billhook/db/database';
import { forgetOldTraffic } from '@billhook/identity/key-traffic/key-traffic-rows';
import type { Clock } from '@billhook/platform/clock';
import type { UpkeepJob } from './upkeep.job.js';

/** Forgets what was called with keys, and from where, when nobody will look any more. */
export class KeyTrafficJob implements UpkeepJob {
  readonly name = 'key-traffic';
  readonly everyMs = 6 * 60 * 60_000;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return forgetOldTraffic(this.db.autocommit, this.clock.now());
  }
}
