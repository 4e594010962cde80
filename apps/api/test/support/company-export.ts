import type { TestApi } from './api.js';

/** A completed export without files, as a worker leaves it. @returns its id */
export async function completedExport(api: TestApi, companyId: number, memberId: number): Promise<number> {
  const now = api.clock.now();
  const [row] = await api.database.query<{ id: number }>({
    name: 'test_completed_export',
    text: `INSERT INTO company_exports (company_id, status, member_id, requested_by, created_at, completed_at, expires_at, section, cursor,
        part, position, failures, section_records, records, total, bytes)
      VALUES ($1, 'Completed', $2, 'system', $3, $3, $4, 0, 0, 0, 0, 0, 0, 0, 0, 0) RETURNING id`,
    values: [companyId, memberId, now, new Date(now.getTime() + 86_400_000)],
  });
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}
