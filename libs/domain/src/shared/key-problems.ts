import { row, type ProblemRow } from './problem-kinds.js';

/** Errors in the management of keys. */
export const PROBLEMS_OF_KEYS = {
  key_ended: row(
    'conflict',
    'The key is revoked or expired',
    'Revoked and expired keys cannot be changed. Create a new key.',
  ),
  key_already_rotated: row(
    'conflict',
    'The key already has a successor',
    'existingId is the id of the successor. Use the successor, or revoke it before its first use and rotate again.',
  ),
  member_not_service: row(
    'conflict',
    'The member is a person',
    'People create, change and rotate their own keys. An administrator can limit and revoke them.',
  ),
} as const satisfies Record<string, ProblemRow>;
