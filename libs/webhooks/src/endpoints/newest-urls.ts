import type { ReadRunner } from '@billhook/db/statement';

/** The URLs of the newest enabled endpoints of the installation. */
export async function newestUrls(db: ReadRunner, count: number): Promise<string[]> {
  const rows = await db.query<{ url: string }>({
    name: 'endpoints_newest_urls',
    text: `SELECT url FROM webhook_endpoints WHERE status = 'Enabled' AND deleted_at IS NULL ORDER BY id DESC LIMIT $1`,
    values: [count],
  });
  return rows.map(({ url }) => url);
}
