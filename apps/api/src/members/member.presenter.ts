import type { MemberView } from '@billhook/contract/member';
import { ROLE_PERMISSIONS } from '@billhook/domain/permissions';
import type { MemberRow } from './members.repository.js';

export function presentMember(member: MemberRow): MemberView {
  const { id, kind, name, email, role, permissions, status, liveKeys } = member;
  const preset = new Set(ROLE_PERMISSIONS[role]);
  return {
    id,
    kind,
    name,
    email,
    role,
    permissions,
    tailored: permissions.length !== preset.size || permissions.some((permission) => !preset.has(permission)),
    status,
    createdAt: member.createdAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
    liveKeys,
    secondFactor: false,
  };
}
