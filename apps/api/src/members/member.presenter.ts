import type { MemberView } from '@billhook/contract/member';
import { isTailored } from '@billhook/domain/members';
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
