import { row, type ProblemRow } from './problem-kinds.js';

/** Refusals about who is in a company, and what they may do there. */
export const PROBLEMS_OF_MEMBERS = {
  invitation_invalid: row(
    'unauthenticated',
    'The invitation opens nothing',
    'It was used, withdrawn or sent anew, or it has expired: ask whoever invited you to send it again.',
  ),

  member_holds_more: row(
    'forbidden',
    'They hold more than you do',
    'missing names the permissions that you lack: somebody who holds all of them can do this.',
  ),

  own_membership: row(
    'conflict',
    'This is your own membership',
    'What you may do, and whether you may do anything, is for another administrator to change.',
  ),
  member_removed: row(
    'conflict',
    'The member is removed',
    'That is for good: whoever comes back is invited again, and is a new member.',
  ),
  already_member: row(
    'conflict',
    'They are a member already',
    'existingId names the member: change or reactivate that one.',
  ),
  already_invited: row(
    'conflict',
    'They are invited already',
    'Send the invitation named in existingId again (POST /app/invitations/{id}/resend), or withdraw it first.',
  ),
  invitation_closed: row(
    'conflict',
    'The invitation is no longer open',
    'It was accepted or withdrawn: invite them anew.',
  ),
} as const satisfies Record<string, ProblemRow>;
