import type { FieldError } from '../shared/problems.js';
import { GRANTABLE_PERMISSIONS, MEMBER_PERMISSIONS, ROLE_PERMISSIONS } from './permissions.js';
import type { Permission, Role } from './permissions.js';

/** Removed is permanent: a person who returns becomes a new member. */
export const MEMBER_STATUSES = ['Active', 'Deactivated', 'Removed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** A service member belongs to the company, owns API keys and cannot sign in. */
export const MEMBER_KINDS = ['Person', 'Service'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** The permissions and the status of a member. */
export interface MemberStanding {
  readonly kind: MemberKind;
  readonly status: MemberStatus;
  readonly permissions: readonly Permission[];
}

/** A role, and the permissions if they differ from those of the role. */
export interface Rights {
  readonly role: Role;
  readonly permissions?: readonly Permission[] | undefined;
}

const inOrder = (names: readonly Permission[]): Permission[] => MEMBER_PERMISSIONS.filter((p) => names.includes(p));

/** The initial permissions of a role. A service member gets only permissions that keys can have, as no one signs in with it. */
export function presetOf(kind: MemberKind, role: Role): Permission[] {
  const preset = ROLE_PERMISSIONS[role];
  return inOrder(kind === 'Service' ? preset.filter((p) => GRANTABLE_PERMISSIONS.includes(p)) : preset);
}

/** The permissions that result from a role or a tailored list, in the order of the table. */
export function permissionsOf(kind: MemberKind, { role, permissions }: Rights): Permission[] {
  return permissions ? inOrder(permissions) : presetOf(kind, role);
}

/** Whether the permissions differ from those of the role. */
export function isTailored(kind: MemberKind, role: Role, permissions: readonly Permission[]): boolean {
  const preset = presetOf(kind, role);
  return permissions.length !== preset.length || preset.some((p) => !permissions.includes(p));
}

/** The permissions that another member has and this one does not: this one cannot change such a member. */
export function heldBeyond(theirs: readonly Permission[], own: readonly Permission[]): Permission[] {
  return inOrder(theirs.filter((p) => !own.includes(p)));
}

/**
 * Why a member cannot give these permissions: members give only permissions that they have, and service members accept only permissions of
 * keys.
 * @param held the permissions of the member who gives them
 * @returns an error for each named permission, or one for a role with more permissions than that member has
 */
export function grantErrors(
  kind: MemberKind,
  { role, permissions }: Rights,
  held: readonly Permission[],
): FieldError[] {
  if (!permissions) {
    const beyond = heldBeyond(presetOf(kind, role), held);
    if (beyond.length === 0) return [];
    const message = `has permissions that you do not have: ${beyond.join(', ')}`;
    return [{ pointer: '/role', code: 'not_held', message }];
  }
  return permissions.flatMap((permission, n): FieldError[] => {
    const pointer = `/permissions/${n}`;
    if (!MEMBER_PERMISSIONS.includes(permission))
      return [{ pointer, code: 'not_grantable', message: 'is a permission that only applications can have' }];
    if (kind === 'Service' && !GRANTABLE_PERMISSIONS.includes(permission))
      return [{ pointer, code: 'not_grantable', message: 'is a permission that only people can have' }];
    if (!held.includes(permission))
      return [{ pointer, code: 'not_held', message: 'is a permission that you do not have' }];
    return [];
  });
}

/** Whether this is a person who can sign in and change permissions. A company always has one. */
export function isAdministrator({ kind, status, permissions }: MemberStanding): boolean {
  return kind === 'Person' && status === 'Active' && permissions.includes('member.manage');
}

/** Whether a member could send an invitation with these permissions now. An invitation works only while its sender could send it. */
export function canInvite(inviter: MemberStanding, permissions: readonly Permission[]): boolean {
  return isAdministrator(inviter) && heldBeyond(permissions, inviter.permissions).length === 0;
}
