import type { Runner } from '@billhook/db/statement';
import { DAY_MS } from '@billhook/domain/shared/durations';

/** An application that registered itself and that no one authorised is deleted after this many days. */
const UNUSED_DAYS = 7;

/** Deletes expired tokens, codes and requests, and applications that registered themselves and were never authorised. */
export async function deleteOldTokens(runner: Runner, now: Date): Promise<void> {
  await runner.query({
    name: 'oauth_forget_tokens',
    text: 'DELETE FROM oauth_tokens WHERE expires_at < $1',
    values: [now],
  });
  await runner.query({
    name: 'oauth_forget_applications',
    text: `DELETE FROM oauth_applications a WHERE source IN ('dynamic', 'metadata') AND created_at < $1
      AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.application_id = a.id)`,
    values: [new Date(now.getTime() - UNUSED_DAYS * DAY_MS)],
  });
}
