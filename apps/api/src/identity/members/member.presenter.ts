import type { MemberView } from '@billhook/contract/identity/member';
import { isTailored } from '@billhook/domain/identity/members';
import type { MemberRow } from '@billhook/identity/members/members.repository';

export function presentMember(member: MemberRow): MemberView {
  const { id, kind, name, email, role, permissions, status, liveKeys, secondFactor } = member;
  return {
    ...{ id, kind, name, email, role, permissions, status, liveKeys, secondFactor },
    tailored: isTailored(kind, role, permissions),
    createdAt: member.createdAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
  };
}
