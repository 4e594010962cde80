import type { ReadRunner } from '@billhook/db/statement';

/** The last entry of a company's audit log: the number of entries, and the hash of the last. Undefined if it has none. */
export async function auditHeadOf(
  runner: ReadRunner,
  companyId: number,
): Promise<{ readonly entries: number; readonly hash: Buffer | null } | undefined> {
  const [head] = await runner.query<{ entries: number; hash: Buffer }>({
    name: 'audit_head_get',
    text: 'SELECT entries, hash FROM audit_heads WHERE company_id = $1',
    values: [companyId],
  });
  return head;
}
