import type { MemberKind } from '@billhook/domain/identity/company';
import { heldBeyond, isTailored, presetOf } from '@billhook/domain/identity/members';
import { ALL_PERMISSIONS, PERMISSIONS, type Permission, type Role } from '@billhook/domain/identity/permissions';

/** What somebody may do, as a form holds it. */
export interface Rights {
  readonly role: Role;
  readonly permissions: readonly Permission[];
}

/** The rights after a role was chosen: its preset, less what the chooser lacks and so cannot give. */
export function withRole(role: Role, kind: MemberKind, held: readonly Permission[]): Rights {
  return { role, permissions: presetOf(kind, role).filter((permission) => held.includes(permission)) };
}

/** The rights after one box was ticked or cleared. */
export function withPermission({ role, permissions }: Rights, permission: Permission, on: boolean): Rights {
  return {
    role,
    permissions: ALL_PERMISSIONS.filter((each) => (each === permission ? on : permissions.includes(each))),
  };
}

/** What of a body tells the rights: a role alone stands for its preset. */
export function rightsBody(
  { role, permissions }: Rights,
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
 * Why somebody cannot change a member, as far as the page can tell before it asks. That the last administrator stays needs no look
 * here: the viewer is one, and does not act on themselves.
 */
export function refusalOf(by: Holder, member: Holder): 'own' | 'holdsMore' | undefined {
  if (by.id === member.id) return 'own';
  return heldBeyond(member.permissions, by.permissions).length > 0 ? 'holdsMore' : undefined;
}

const GROUPS = {
  client: ['client.read', 'client.write'],
  invoice: ['invoice.read', 'invoice.write'],
  quote: ['quote.read', 'quote.write'],
  payment: ['payment.read', 'payment.write'],
  event: ['event.read'],
  integration: ['integration.write'],
  api_key: ['api_key.create', 'api_key.manage'],
  administration: ['member.manage', 'company.manage', 'audit.read'],
} as const satisfies Record<string, readonly Permission[]>;
export type RightsGroup = keyof typeof GROUPS;

type Grouped = (typeof GROUPS)[RightsGroup][number];
/** All groups; a permission that stands in none could not be given, so it does not compile. */
const ALL_GROUPS: Exclude<Permission, Grouped> extends never ? typeof GROUPS : never = GROUPS;

/** The permissions that a member of this kind can hold, by what they are about. A service member holds what keys can carry. */
export function rightsGroups(kind: MemberKind): { key: RightsGroup; permissions: Permission[] }[] {
  return (Object.keys(ALL_GROUPS) as RightsGroup[])
    .map((key) => ({
      key,
      permissions: ALL_GROUPS[key].filter((permission) => kind === 'Person' || PERMISSIONS[permission].grantable),
    }))
    .filter(({ permissions }) => permissions.length > 0);
}
