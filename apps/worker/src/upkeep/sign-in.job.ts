import type { Database } from '@billhook/db/database';
import { forgetOldSignIns } from '@billhook/identity/auth/sign-in-retention';
import type { Clock } from '@billhook/platform/clock';
import { forgetOldPortals } from '@billhook/webhooks/portal/portal-retention';
import type { UpkeepJob } from './upkeep.job.js';

const DAY_MS = 86_400_000;

/** Deletes what signing in and the webhook portal no longer need. */
export class SignInJob implements UpkeepJob {
  readonly name = 'sign-in';
  readonly everyMs = 60 * 60_000;

  /** @param idleMinutes without a request, after which a session has ended */
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly idleMinutes: number,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    await forgetOldSignIns(this.db, now, this.idleMinutes);
    await forgetOldPortals(this.db, new Date(now.getTime() - DAY_MS));
  }
}
