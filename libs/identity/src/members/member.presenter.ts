import type { MemberView } from '@billhook/contract/identity/member';
import { isTailored } from '@billhook/domain/identity/member';
import type { MemberRow } from './members.repository.js';

export function presentMember(member: MemberRow): MemberView {
  const { id, kind, name, email, role, permissions, status, liveKeys, secondFactor } = member;
  return {
    ...{ id, kind, name, email, role, permissions, status, liveKeys, secondFactor },
    tailored: isTailored(kind, role, permissions),
    createdAt: member.createdAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
  };
}

/** How the audit log names a member: names change, and two members may share one. */
export const memberTarget = (id: number): string => `member ${id}`;

/** The name and address of a member at the time of an audit entry. */
export const nameAndEmail = ({ name, email }: MemberRow): { readonly name: string; readonly email: string | null } => ({
  name,
  email,
});
