import { row, type ProblemRow } from './problem-kinds.js';
import { MAX_SANDBOXES } from './sandbox-limit.js';

/** Errors of members and their permissions. */
export const PROBLEMS_OF_MEMBERS = {
  invitation_invalid: row(
    'unauthenticated',
    'The invitation is invalid',
    'The invitation was already used, withdrawn or replaced by a new one, or it has expired. Ask its sender to send it again.',
  ),

  set_up_link_invalid: row(
    'unauthenticated',
    'The set-up link is invalid',
    'The link has expired, or the installation already has a company. Without a company, the API logs another link when it starts.',
  ),

  member_holds_more: row(
    'forbidden',
    'The member has more permissions than you',
    'missing lists the permissions that you do not have. A member who has all of them can do this.',
  ),

  export_running: row(
    'conflict',
    'An export is already running',
    'Wait until the running export of the company is complete.',
  ),
  export_not_ready: row(
    'conflict',
    'The export cannot be downloaded',
    'An export can be downloaded when it is complete, until its expiresAt. Wait until it is complete, or request another export.',
  ),
  deletion_requested: row(
    'conflict',
    'The company will be deleted',
    'The company is read-only until deletesAt, when it is deleted. An owner can withdraw the request in the settings.',
  ),
  deletion_started: row('conflict', 'The deletion has started', 'The request can no longer be withdrawn.'),
  deletion_not_requested: row(
    'conflict',
    'No deletion was requested',
    'There is nothing to withdraw: no owner has requested the deletion of the company.',
  ),

  sandbox_of_sandbox: row(
    'conflict',
    'A sandbox cannot have a sandbox',
    'Switch to the company to which this sandbox belongs, and create the sandbox there.',
  ),
  sandbox_limit: row(
    'conflict',
    `A company can have at most ${MAX_SANDBOXES} sandboxes`,
    'Delete a sandbox that you no longer need, or reset an existing one.',
  ),

  sandbox_required: row(
    'forbidden',
    'This works only in a sandbox',
    'The company is for production, and its time is the real time. Create a sandbox in the settings, and use a key of it, which begins with bht_.',
  ),
  clock_advancing: row(
    'conflict',
    'The clock of the sandbox is already being advanced',
    'Wait until the running advance is completed: GET /v1/sandbox/clock shows its progress.',
  ),

  own_membership: row(
    'conflict',
    'This is your own membership',
    'Ask another administrator to change your own membership.',
  ),
  member_removed: row(
    'conflict',
    'The member is removed',
    'A removal is permanent. Invite the person again as a new member.',
  ),
  already_member: row(
    'conflict',
    'The person is already a member',
    'existingId is the id of the member. Change or reactivate that member.',
  ),
  already_invited: row(
    'conflict',
    'The person is already invited',
    'existingId is the id of the invitation. Send it again (POST /app/invitations/{id}/resend), or withdraw it first.',
  ),
  invitation_closed: row(
    'conflict',
    'The invitation is no longer open',
    'The invitation was accepted or withdrawn. Create a new invitation.',
  ),
} as const satisfies Record<string, ProblemRow>;
