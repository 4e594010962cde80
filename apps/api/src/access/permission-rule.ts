import { isPaidPlan } from '@billhook/domain/company';
import { PERMISSIONS, type Permission } from '@billhook/domain/permissions';
import { Problem, type ProblemCode } from '@billhook/domain/problems';
import type { Principal } from './principal.js';

interface Refusal {
  readonly code: ProblemCode;
  readonly cause: 'scope_missing' | 'creator_lacks' | 'creator_inactive' | 'plan' | 'member_lacks';
  readonly whoCanFix: 'key_owner' | 'administrator';
  readonly fixUrl: string;
}

const ADMINISTRATOR = { whoCanFix: 'administrator', fixUrl: '/settings/' } as const;

/** Why the principal may not use the permission now, or undefined when it may. The order is that of the deepest cause first. */
function refusalOf(principal: Principal, permission: Permission): Refusal | undefined {
  if (principal.kind !== 'key') {
    if (principal.permissions.includes(permission)) return undefined;
    return { code: 'permission_missing', cause: 'member_lacks', ...ADMINISTRATOR };
  }
  if (!principal.creatorActive) return { code: 'creator_inactive', cause: 'creator_inactive', ...ADMINISTRATOR };
  if (!isPaidPlan(principal.company.plan)) return { code: 'plan_required', cause: 'plan', ...ADMINISTRATOR };
  if (principal.permissions.includes(permission)) return undefined;
  if (!PERMISSIONS[permission].grantable) return { code: 'not_grantable', cause: 'scope_missing', ...ADMINISTRATOR };
  if (principal.key.scopes.includes(permission)) {
    return { code: 'creator_permission_lost', cause: 'creator_lacks', ...ADMINISTRATOR };
  }
  const scopes = [...principal.key.scopes, permission].join(',');
  return {
    code: 'insufficient_scope',
    cause: 'scope_missing',
    whoCanFix: 'key_owner',
    fixUrl: `/settings/api-keys?create=1&scopes=${scopes}`,
  };
}

/**
 * Refuses a caller that does not hold the permission now, saying which one, why, who can mend it and where.
 * @throws Problem 403
 */
export function requirePermission(principal: Principal, permission: Permission): void {
  const refusal = refusalOf(principal, permission);
  if (!refusal) return;
  const { code, ...why } = refusal;
  throw new Problem(code, `This needs ${permission} (${PERMISSIONS[permission].summary.toLowerCase()}).`, {
    extensions: { requiredPermissions: [permission], missing: [permission], held: principal.permissions, ...why },
  });
}
