import type { Runner } from '@billhook/db/statement';

/** Deletes the portal links and sessions that expired before a moment. */
export async function deleteOldPortals(runner: Runner, expiredBefore: Date): Promise<void> {
  await runner.query({
    name: 'sign_in_forget_portals',
    text: 'WITH links AS (DELETE FROM portal_links WHERE expires_at < $1) DELETE FROM portal_sessions WHERE expires_at < $1',
    values: [expiredBefore],
  });
}
