import type { MemberKind } from '@billhook/domain/identity/member';
import { heldBeyond, isTailored, presetOf } from '@billhook/domain/identity/member';
import {
  MEMBER_PERMISSIONS,
  GRANTABLE_PERMISSIONS,
  permissionGroups,
  type Permission,
  type PermissionGroup,
  type Role,
} from '@billhook/domain/identity/permissions';

/** The permissions of a member, as the values of a form. */
export interface MemberRights {
  readonly role: Role;
  readonly permissions: readonly Permission[];
}

/** The permissions after a role was chosen: its preset, without those that the signed-in member lacks and so cannot give. */
export function withRole(role: Role, kind: MemberKind, held: readonly Permission[]): MemberRights {
  return { role, permissions: presetOf(kind, role).filter((permission) => held.includes(permission)) };
}

/** The permissions after one checkbox was changed. */
export function withPermission({ role, permissions }: MemberRights, permission: Permission, on: boolean): MemberRights {
  return {
    role,
    permissions: MEMBER_PERMISSIONS.filter((each) => (each === permission ? on : permissions.includes(each))),
  };
}

/** The permissions in a body: a role alone means its preset. */
export function rightsBody(
  { role, permissions }: MemberRights,
  kind: MemberKind,
): { role: Role; permissions?: Permission[] } {
  return isTailored(kind, role, permissions) ? { role, permissions: [...permissions] } : { role };
}

export interface RightsChange {
  readonly gains: readonly Permission[];
  readonly loses: readonly Permission[];
}

export function changeOf(before: readonly Permission[], after: readonly Permission[]): RightsChange {
  return { gains: heldBeyond(after, before), loses: heldBeyond(before, after) };
}

interface Holder {
  readonly id: number;
  readonly permissions: readonly Permission[];
}

/**
 * Why the signed-in member cannot change another one, as far as the page knows in advance. The last administrator needs no check here: that is the
 * viewer, who cannot change themselves.
 */
export function accessProblemOf(by: Holder, member: Holder): 'own' | 'holdsMore' | undefined {
  if (by.id === member.id) return 'own';
  return heldBeyond(member.permissions, by.permissions).length > 0 ? 'holdsMore' : undefined;
}

/** The permissions that a member of this kind can hold, by group. A service member can hold those that keys can have. */
export function rightsGroups(kind: MemberKind): PermissionGroup[] {
  return permissionGroups(kind === 'Person' ? MEMBER_PERMISSIONS : GRANTABLE_PERMISSIONS);
}
