import { row, type ProblemRow } from './problem-kinds.js';

/** Refusals about how a person signs in. */
export const PROBLEMS_OF_ACCOUNTS = {
  second_factor_required: row(
    'unauthenticated',
    'A code is asked for as well',
    'The password is right, and the account has a second factor. Send both again, with a code of the app or a recovery code.',
  ),
  second_factor_wrong: row(
    'unauthenticated',
    'The code is wrong',
    'A code lasts for half a minute and opens once: wait for the next one. A recovery code opens once as well.',
  ),
  reset_link_invalid: row(
    'unauthenticated',
    'The link resets no password',
    'It was used, or it has expired: ask for another one.',
  ),
  second_factor_set: row('conflict', 'There is a second factor already', 'Switch it off first, to set another one.'),
  second_factor_not_set: row('conflict', 'There is no second factor', 'Set one first.'),
} as const satisfies Record<string, ProblemRow>;
