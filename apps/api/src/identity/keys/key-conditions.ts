import { isPaidPlan } from '@billhook/domain/identity/company';
import { PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { Problem, type Fault } from '@billhook/domain/shared/problems';
import type { MemberPrincipal } from '../../request/principal.js';
import type { HeldMember } from '@billhook/identity/members/members.repository';

/** @throws Problem 403 plan_required */
export function requirePaidPlan({ company }: MemberPrincipal): void {
  if (!isPaidPlan(company.plan)) throw new Problem('plan_required', 'Creating API keys needs a paid plan.');
}

/** The future owner of a key must be able to use it. @throws Problem 409 member_removed, 403 creator_inactive */
export function requireActive({ name, status }: HeldMember): void {
  if (status === 'Removed') throw new Problem('member_removed');
  if (status !== 'Active')
    throw new Problem('creator_inactive', `${name} is deactivated, so a key of this member would not work.`);
}

/** Who gives permissions to a key, and who will hold it: the same person, but for a service member. */
export interface Granting {
  readonly by: MemberPrincipal;
  readonly holder: HeldMember;
}

/** What may be given to the key: what its holder has, and nobody gives what they do not have. */
export const grantable = ({ by, holder }: Granting): Permission[] =>
  holder.permissions.filter((permission) => holder.id === by.memberId || by.permissions.includes(permission));

/** A fault for each permission that cannot be given, and one where there is none to give. */
export function scopeFaults(scopes: readonly Permission[], granting: Granting): Fault[] {
  if (scopes.length === 0) return [noScopes(granting)];
  return scopes.flatMap((scope, n): Fault[] => {
    const pointer = `/scopes/${n}`;
    if (!PERMISSIONS[scope].grantable)
      return [{ pointer, code: 'not_grantable', message: 'is a permission that no key can have' }];
    if (grantable(granting).includes(scope)) return [];
    return [{ pointer, code: 'not_held', message: `is a permission that ${lacking(scope, granting)}` }];
  });
}

function lacking(scope: Permission, { by, holder }: Granting): string {
  const isOthers = holder.id !== by.memberId && !holder.permissions.includes(scope);
  return isOthers ? `${holder.name} does not have` : 'you do not have';
}

function noScopes({ by, holder }: Granting): Fault {
  const isOwn = holder.id === by.memberId;
  const message = `cannot contain any permission: ${isOwn ? 'you have none that a key can have' : `you and the member have none in common`}`;
  return { pointer: '/scopes', code: 'scopes_missing', message };
}

/** @throws Problem 422 */
export function refuseFaults(errors: readonly Fault[]): void {
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
}
