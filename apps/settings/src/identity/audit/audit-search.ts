import { day, oneOf, recordId, searchOf, words } from '../../shared/workspace/list-search.js';

/** The categories of entries. */
export const AUDIT_GROUPS = ['signIn', 'members', 'keys', 'applications', 'webhooks', 'settings', 'audit'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

/** The filters of the audit log in the address. Days begin and end by the reader's clock. */
export const auditSearch = searchOf({
  group: oneOf(AUDIT_GROUPS),
  memberId: recordId,
  keyId: recordId,
  target: words,
  from: day,
  to: day,
  q: words,
});
export type AuditSearch = ReturnType<typeof auditSearch>;
