import { MemberView } from '@billhook/contract/identity/member';
import { present } from '@billhook/contract/shared/present';
import { isTailored } from '@billhook/domain/identity/member';
import type { MemberRow } from './members.repository.js';

export const presentMember = (member: MemberRow): MemberView =>
  present(MemberView, member, { tailored: isTailored(member.kind, member.role, member.permissions) });

/** How the audit log names a member: names change, and two members may share one. */
export const memberTarget = (id: number): string => `member ${id}`;

/** The name and address of a member at the time of an audit entry. */
export const nameAndEmail = ({ name, email }: MemberRow): { readonly name: string; readonly email: string | null } => ({
  name,
  email,
});
