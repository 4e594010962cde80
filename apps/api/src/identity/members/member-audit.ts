import type { MemberRow } from '@billhook/identity/members/members.repository';

/** How the audit log names a member to whom something was done: names may change, and two may have the same. */
export const memberTarget = (id: number): string => `member ${id}`;

/** Who that was then. */
export const named = ({ name, email }: MemberRow): { readonly name: string; readonly email: string | null } => ({
  name,
  email,
});
