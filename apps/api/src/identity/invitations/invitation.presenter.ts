import { InvitationView, type OpenedInvitation } from '@billhook/contract/identity/invitation';
import { present } from '@billhook/contract/shared/present';
import { invitationStatus } from '@billhook/domain/identity/invitation';
import { canInvite } from '@billhook/domain/identity/member';
import type { InvitationRow } from '@billhook/identity/invitations/invitations.repository';
import { nameUntilEntered } from './invitation.rules.js';

/** The link works while it is open and its sender could still send it: the invitations of a demoted administrator no longer work. */
export function isUsable(invitation: InvitationRow, now: Date): boolean {
  if (invitationStatus(invitation, now) !== 'Open') return false;
  const { invitedBy, inviterKind, inviterStatus, inviterPermissions, permissions } = invitation;
  if (invitedBy === null) return true;
  if (inviterKind === null || inviterStatus === null || inviterPermissions === null) return false;
  return canInvite({ kind: inviterKind, status: inviterStatus, permissions: inviterPermissions }, permissions);
}

export const presentInvitation = (invitation: InvitationRow, now: Date): InvitationView =>
  present(InvitationView, invitation, {
    status: invitationStatus(invitation, now),
    invitedBy: invitation.inviterName,
    usable: isUsable(invitation, now),
  });

export function presentOpened(invitation: InvitationRow, hasAccount: boolean): OpenedInvitation {
  const { companyName, companyHasMembers, inviterName, invitedBy, email, name, role, expiresAt } = invitation;
  return {
    ...{ email, role, hasAccount },
    name: invitedBy === null && name === nameUntilEntered(email) ? '' : name,
    isFirstMember: !companyHasMembers,
    company: companyName,
    invitedBy: inviterName,
    expiresAt: expiresAt.toISOString(),
  };
}
