import type { Runner } from '@billhook/db/statement';
import { DAY_MS } from '@billhook/domain/shared/durations';

/** An ended session still shows when its member was last seen, and in which company they last worked. */
const SESSION_KEPT_DAYS = 30;

/**
 * Deletes what signing in no longer needs: ended sessions, expired links, unconfirmed second factors and full attempt counts.
 * @param idleMinutes without use, after which a session has ended
 */
export async function deleteOldSignIns(runner: Runner, now: Date, idleMinutes: number): Promise<void> {
  const endedBefore = new Date(now.getTime() - SESSION_KEPT_DAYS * DAY_MS);
  await runner.query({
    name: 'sign_in_forget_sessions',
    text: 'DELETE FROM sessions WHERE expires_at < $1 OR last_seen_at < $2',
    values: [endedBefore, new Date(endedBefore.getTime() - idleMinutes * 60_000)],
  });
  await runner.query({
    name: 'sign_in_forget_resets',
    text: `WITH begun AS (DELETE FROM second_factors WHERE confirmed_at IS NULL AND created_at < $2)
      DELETE FROM password_resets WHERE expires_at <= $1`,
    values: [now, new Date(now.getTime() - DAY_MS)],
  });
  // A count whose time is in the past is full again, like a new one. Locked ones are left for the next run.
  await runner.query({
    name: 'sign_in_forget_attempts',
    text: `DELETE FROM sign_in_attempts WHERE name IN (
      SELECT name FROM sign_in_attempts WHERE tat < $1 FOR UPDATE SKIP LOCKED)`,
    values: [now.getTime() * 1000],
  });
}
