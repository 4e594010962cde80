import { readNetworks, type NetworkError } from '@billhook/contract/identity/networks';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { GRANTABLE_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { statusOf } from '@billhook/identity/keys/key.presenter';
import type { KeyRow } from '@billhook/identity/keys/keys.repository';
import type { LockedMember } from '@billhook/identity/members/members.repository';
import type { MemberPrincipal } from '../../request/principal.js';

/** @throws Problem 409 key_ended */
export function requireLive(key: KeyRow, now: Date): void {
  const status = statusOf(key, now);
  if (hasEnded(status))
    throw new Problem('key_ended', `The key is ${status}.`, { extensions: { currentStatus: status } });
}

/** @throws Problem 403 plan_required */
export function requirePaidPlan({ company }: MemberPrincipal): void {
  if (!isPaidPlan(company.plan)) throw new Problem('plan_required', 'Creating API keys needs a paid plan.');
}

/** The owner of a new key must be able to use it. @throws Problem 409 member_removed, 403 creator_inactive */
export function requireActive({ name, status }: LockedMember): void {
  if (status === 'Removed') throw new Problem('member_removed');
  if (status !== 'Active')
    throw new Problem('creator_inactive', `${name} is deactivated, so a key of this member would not work.`);
}

/** Who grants permissions to a key, and who will own it: the same person, except for a service member. */
export interface KeyGrant {
  readonly by: MemberPrincipal;
  readonly holder: LockedMember;
}

/** What the key may be granted: permissions that its owner and the grantor both hold. */
export const grantable = ({ by, holder }: KeyGrant): Permission[] =>
  holder.permissions.filter((permission) => holder.id === by.memberId || by.permissions.includes(permission));

/** An error for each permission that cannot be granted, and one if no permission can be granted. */
export function scopeErrors(scopes: readonly Permission[], grant: KeyGrant): FieldError[] {
  if (scopes.length === 0) return [noScopes(grant)];
  return scopes.flatMap((scope, n): FieldError[] => {
    const pointer = `/scopes/${n}`;
    if (!GRANTABLE_PERMISSIONS.includes(scope))
      return [{ pointer, code: 'not_grantable', message: 'is a permission that no key can have' }];
    if (grantable(grant).includes(scope)) return [];
    return [{ pointer, code: 'not_held', message: `is a permission that ${lacking(scope, grant)}` }];
  });
}

function lacking(scope: Permission, { by, holder }: KeyGrant): string {
  const isOthers = holder.id !== by.memberId && !holder.permissions.includes(scope);
  return isOthers ? `${holder.name} does not have` : 'you do not have';
}

function noScopes({ by, holder }: KeyGrant): FieldError {
  const isOwn = holder.id === by.memberId;
  const message = `cannot contain any permission: ${isOwn ? 'you have none that a key can have' : `you and the member have none in common`}`;
  return { pointer: '/scopes', code: 'scopes_missing', message };
}

/** @throws Problem 422 */
export function rejectErrors(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
}

/** Networks as they are stored, and the errors in them. */
export function takeNetworks(texts: readonly string[]): { readonly networks: string[]; readonly errors: FieldError[] } {
  const { networks, errors } = readNetworks(texts);
  return {
    networks: [...networks],
    errors: errors.map((error) => ({
      pointer: `/allowedCidrs/${error.place}`,
      code: error.code,
      message: messageOf(error),
    })),
  };
}

function messageOf(error: NetworkError): string {
  switch (error.code) {
    case 'invalid_network':
      return 'must be a network, like 203.0.113.0/24 or 2001:db8::/32, or one address';
    case 'host_bits':
      return `is an address within a network: use the network, ${error.network}, or the address alone, ${error.address}`;
    case 'network_overlap':
      return error.isTwice ? 'is a duplicate' : `is within ${error.outer}, which is in the list as well`;
  }
}
