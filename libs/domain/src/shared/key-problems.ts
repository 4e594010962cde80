import { row, type ProblemRow } from './problem-kinds.js';

/** Refusals about the life of keys, for those who manage them. */
export const PROBLEMS_OF_KEYS = {
  key_ended: row(
    'conflict',
    'The key has ended',
    'Revoked and expired keys stay what they are, and nothing of them can be changed: create a new one.',
  ),
  key_already_rotated: row(
    'conflict',
    'The key has a successor already',
    'existingId names the successor: use that one, or revoke it before anybody has used it, and rotate again.',
  ),
  member_not_service: row(
    'conflict',
    'The member is a person',
    'People make, change and rotate their keys themselves. An administrator can limit and revoke them.',
  ),
} as const satisfies Record<string, ProblemRow>;
