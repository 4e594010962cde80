import type { ReadRunner } from '@billhook/db/statement';

/** When the next access of an application to a company expires, after `now` in its time; null if none does. */
export async function nextGrantExpiry(runner: ReadRunner, companyId: number, now: Date): Promise<Date | null> {
  const [row] = await runner.query<{ at: Date | null }>({
    name: 'grant_next_expiry',
    text: `SELECT min(expires_at) AS at FROM oauth_grants WHERE company_id = $1 AND revoked_at IS NULL AND expires_at > $2`,
    values: [companyId, now],
  });
  return row?.at ?? null;
}
