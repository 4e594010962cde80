import type { AuditEntryView } from '@billhook/contract/identity/audit';
import type { ChainedEntry } from './audit-entry.entity.js';

/** An entry without its company, as lists and files show it. */
export function presentEntry({ companyId: _, at, ...rest }: ChainedEntry): AuditEntryView {
  return { ...rest, at: at.toISOString() };
}

/** The columns of the audit log as CSV. */
export const AUDIT_COLUMNS = [
  'id',
  'at',
  'actorKind',
  'memberId',
  'keyId',
  'actor',
  'action',
  'target',
  'details',
  'ip',
  'userAgent',
  'requestId',
  'prevHash',
  'hash',
] as const satisfies readonly (keyof AuditEntryView)[];
