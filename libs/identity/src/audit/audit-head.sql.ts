import type { ReadRunner } from '@billhook/db/statement';

/** The end of an audit log: the number of entries, and the hash of the last. */
export interface AuditLogEnd {
  readonly entries: number;
  readonly hash: Buffer | null;
}

/** The end of a company's audit log. Undefined if it has no entry. */
export async function auditHeadOf(runner: ReadRunner, companyId: number): Promise<AuditLogEnd | undefined> {
  const [head] = await runner.query<AuditLogEnd & Record<string, unknown>>({
    name: 'audit_head_get',
    text: 'SELECT entries, hash FROM audit_heads WHERE company_id = $1',
    values: [companyId],
  });
  return head;
}
