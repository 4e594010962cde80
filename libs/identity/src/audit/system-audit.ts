import type { AuditAction } from '@billhook/domain/identity/audit';
import type { Tx } from '@billhook/db/unit-of-work';

export interface SystemEntry {
  readonly companyId: number;
  readonly action: AuditAction;
  readonly target: string;
  /** Never a secret, nor what a person typed. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * An entry of the audit log of what Billhook does by itself, with no request behind it, by the database's clock. From here to the end of
 * the transaction nobody else writes one for the company: it belongs after the locks of what is changed.
 */
export async function auditBySystem(tx: Tx, { companyId, action, target, details }: SystemEntry): Promise<void> {
  await tx.query({
    name: 'audit_by_system',
    text: `INSERT INTO audit_log (company_id, at, actor_kind, actor, action, target, details)
      VALUES ($1, date_trunc('milliseconds', statement_timestamp()), 'system', 'system', $2, $3, $4)`,
    values: [companyId, action, target, JSON.stringify(details)],
  });
}
