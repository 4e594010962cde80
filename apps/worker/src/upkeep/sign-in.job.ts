import type { Database } from '@billhook/db/database';
import type { Clock } from '@billhook/platform/clock';
import type { UpkeepJob } from './upkeep.job.js';

const DAY_MS = 86_400_000;
/** A dead session still tells when somebody was last seen, and in which company they worked last. */
const KEPT_DAYS = 30;

/** Forgets what has to do with signing in and is over: sessions, links, portals, what was tried in vain, a second factor that was not set. */
export class SignInJob implements UpkeepJob {
  readonly name = 'sign-in';
  readonly everyMs = 60 * 60_000;

  /** @param idleMinutes without a request, after which a session is dead */
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly idleMinutes: number,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    const dayAgo = new Date(now.getTime() - DAY_MS);
    const diedBefore = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
    await this.db.autocommit.query({
      name: 'sign_in_forget_sessions',
      text: 'DELETE FROM sessions WHERE expires_at < $1 OR last_seen_at < $2',
      values: [diedBefore, new Date(diedBefore.getTime() - this.idleMinutes * 60_000)],
    });
    await this.db.autocommit.query({
      name: 'sign_in_forget_portals',
      text: 'WITH links AS (DELETE FROM portal_links WHERE expires_at < $1) DELETE FROM portal_sessions WHERE expires_at < $1',
      values: [dayAgo],
    });
    await this.db.autocommit.query({
      name: 'sign_in_forget_resets',
      text: `WITH begun AS (DELETE FROM second_factors WHERE confirmed_at IS NULL AND created_at < $2)
        DELETE FROM password_resets WHERE expires_at <= $1`,
      values: [now, dayAgo],
    });
    // A count that lies in the past is whole: nothing would be lost by forgetting it. None is waited for.
    await this.db.autocommit.query({
      name: 'sign_in_forget_attempts',
      text: `DELETE FROM sign_in_attempts WHERE name IN (
        SELECT name FROM sign_in_attempts WHERE tat < $1 FOR UPDATE SKIP LOCKED)`,
      values: [now.getTime() * 1000],
    });
  }
}
