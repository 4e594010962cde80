import type { AuditAction } from '@billhook/domain/identity/audit';
import type { Tx } from '@billhook/db/unit-of-work';
import { insertSystemEntries } from './audit-entries.sql.js';

export interface SystemEntry {
  readonly companyId: number;
  readonly action: AuditAction;
  readonly target: string;
  /** Never a secret, nor what a person typed. */
  readonly details: Readonly<Record<string, unknown>>;
}

const WRITE = insertSystemEntries({
  companyId: '$1::bigint',
  at: `date_trunc('milliseconds', statement_timestamp())`,
  action: '$2::text',
  target: '$3::text',
  details: '$4::jsonb',
});

/** Audits what Billhook does by itself, by the database's clock. Locks the company's log: take all other locks first. */
export async function auditBySystem(tx: Tx, { companyId, action, target, details }: SystemEntry): Promise<void> {
  await tx.query({
    name: 'audit_by_system',
    text: WRITE,
    values: [companyId, action, target, JSON.stringify(details)],
  });
}
