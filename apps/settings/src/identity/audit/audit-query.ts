import { AUDIT_ACTIONS, type AuditAction, type AuditExportFormat } from '@billhook/domain/identity/audit';
import { beginningOfDay } from '../../shared/dates/beginning-of-day.js';
import type { AuditGroup, AuditSearch } from './audit-search.js';

/** The part of an action before its dot. */
type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never;

const SUBJECTS: Readonly<Record<SubjectOf<AuditAction>, AuditGroup>> = {
  session: 'signIn',
  account: 'signIn',
  member: 'members',
  invitation: 'members',
  api_key: 'keys',
  key_policy: 'keys',
  oauth_app: 'applications',
  oauth_grant: 'applications',
  oauth_policy: 'applications',
  assistant: 'applications',
  webhook_endpoint: 'webhooks',
  webhook_delivery: 'webhooks',
  webhook_run: 'webhooks',
  portal_link: 'webhooks',
  company: 'settings',
  sandbox: 'settings',
  series: 'settings',
  tax_rate: 'settings',
  audit_log: 'audit',
};

/** The actions of a group. */
export function actionsOf(group: AuditGroup): AuditAction[] {
  const groups: Readonly<Record<string, AuditGroup>> = SUBJECTS;
  return AUDIT_ACTIONS.filter((action) => groups[action.split('.')[0] ?? ''] === group);
}

/** The filters as query parameters of the API; both days are included. */
export function auditQuery(search: AuditSearch, more: Readonly<Record<string, string | number>> = {}): string {
  const { group, memberId, keyId, target, from, to, q } = search;
  const query = new URLSearchParams();
  if (group) for (const action of actionsOf(group)) query.append('action', action);
  const single = {
    memberId,
    keyId,
    target,
    since: from && beginningOfDay(from),
    until: to && beginningOfDay(to, 1),
    q: q && q.length >= 2 ? q : undefined,
    ...more,
  };
  for (const [name, value] of Object.entries(single)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.toString();
}

export const exportPath = (search: AuditSearch, format: AuditExportFormat): string =>
  `/app/audit-log/export?${auditQuery(search, { format })}`;
