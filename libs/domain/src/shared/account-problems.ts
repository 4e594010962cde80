import { row, type ProblemRow } from './problem-kinds.js';

/** Errors of accounts and the sign-in. */
export const PROBLEMS_OF_ACCOUNTS = {
  second_factor_required: row(
    'unauthenticated',
    'A code is required as well',
    'The password is correct, and two-factor authentication is on. Send the email address and the password again, with a code from the app or a recovery code.',
  ),
  second_factor_wrong: row(
    'unauthenticated',
    'The code is wrong',
    'A code is valid for 30 seconds and works once: wait for the next one. A recovery code works once as well.',
  ),
  reset_link_invalid: row(
    'unauthenticated',
    'The password reset link is invalid',
    'The link was already used or has expired. Request a new one.',
  ),
  second_factor_set: row(
    'conflict',
    'Two-factor authentication is already on',
    'Turn it off before you set it up again.',
  ),
  second_factor_not_set: row('conflict', 'Two-factor authentication is off', 'Set up two-factor authentication first.'),
} as const satisfies Record<string, ProblemRow>;
