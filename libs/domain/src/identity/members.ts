import type { MemberKind, MemberStatus } from './company.js';
import { ALL_PERMISSIONS, GRANTABLE_PERMISSIONS, PERMISSIONS, ROLE_PERMISSIONS } from './permissions.js';
import type { Permission, Role } from './permissions.js';
import type { Fault } from '../shared/problems.js';

/** What somebody may do, and whether they may do it now. */
export interface Standing {
  readonly kind: MemberKind;
  readonly status: MemberStatus;
  readonly permissions: readonly Permission[];
}

/** A role, and permissions where they are not to be those of the role. */
export interface Rights {
  readonly role: Role;
  readonly permissions?: readonly Permission[] | undefined;
}

const inOrder = (names: readonly Permission[]): Permission[] => ALL_PERMISSIONS.filter((p) => names.includes(p));

/** What a role begins with. Nobody signs in as a service member, so it gets what keys can carry and nothing else. */
export function presetOf(kind: MemberKind, role: Role): Permission[] {
  const preset = ROLE_PERMISSIONS[role];
  return inOrder(kind === 'Service' ? preset.filter((p) => GRANTABLE_PERMISSIONS.includes(p)) : preset);
}

/** The permissions that rights amount to, in the order of the table. */
export function permissionsOf(kind: MemberKind, { role, permissions }: Rights): Permission[] {
  return permissions ? inOrder(permissions) : presetOf(kind, role);
}

/** Whether the permissions are others than those of the role. */
export function isTailored(kind: MemberKind, role: Role, permissions: readonly Permission[]): boolean {
  const preset = presetOf(kind, role);
  return permissions.length !== preset.length || preset.some((p) => !permissions.includes(p));
}

/** What is held there and not here: a member who holds such is not for this one to change. */
export function heldBeyond(theirs: readonly Permission[], own: readonly Permission[]): Permission[] {
  return inOrder(theirs.filter((p) => !own.includes(p)));
}

/**
 * What keeps somebody from giving these rights: nobody gives what they do not hold, and a service member takes only what keys can carry.
 * @param held the permissions of the giver
 * @returns a fault for each permission that was named, or one for a role that holds more than the giver
 */
export function grantFaults(kind: MemberKind, { role, permissions }: Rights, held: readonly Permission[]): Fault[] {
  if (!permissions) {
    const beyond = heldBeyond(presetOf(kind, role), held);
    if (beyond.length === 0) return [];
    const message = `has permissions that you do not have: ${beyond.join(', ')}`;
    return [{ pointer: '/role', code: 'not_held', message }];
  }
  return permissions.flatMap((permission, n): Fault[] => {
    const pointer = `/permissions/${n}`;
    if (kind === 'Service' && !PERMISSIONS[permission].grantable)
      return [{ pointer, code: 'not_grantable', message: 'is a permission that only people can have' }];
    if (!held.includes(permission))
      return [{ pointer, code: 'not_held', message: 'is a permission that you do not have' }];
    return [];
  });
}

/** Somebody who can sign in now and say who may do what. A company always has one. */
export function isAdministrator({ kind, status, permissions }: Standing): boolean {
  return kind === 'Person' && status === 'Active' && permissions.includes('member.manage');
}

/** Whether a member could send an invitation to these permissions now: it works only as long as its sender could. */
export function canInvite(inviter: Standing, permissions: readonly Permission[]): boolean {
  return isAdministrator(inviter) && heldBeyond(permissions, inviter.permissions).length === 0;
}

export const INVITATION_DAYS = 7;

export const INVITATION_STATUSES = ['Open', 'Expired', 'Accepted', 'Withdrawn'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export interface InvitationFacts {
  readonly acceptedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly expiresAt: Date;
}

/** Derived at every look, so no job can be late. */
export function invitationStatus({ acceptedAt, withdrawnAt, expiresAt }: InvitationFacts, now: Date): InvitationStatus {
  if (acceptedAt) return 'Accepted';
  if (withdrawnAt) return 'Withdrawn';
  return expiresAt <= now ? 'Expired' : 'Open';
}
