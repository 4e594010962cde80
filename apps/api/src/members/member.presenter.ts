import type { MemberView } from '@billhook/contract/session';
import type { Member } from './member.entity.js';

export function presentMember(member: Member): MemberView {
  const { id, name, email, role, permissions, status, createdAt } = member;
  return { id, name, email, role, permissions, status, createdAt: createdAt.toISOString() };
}
