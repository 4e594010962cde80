import type { ChangeAuthor } from '@billhook/invoicing/records/change';
import type { Principal } from '../../request/principal.js';

/** The caller of a request as the author of a change. */
export function changeAuthorOf(
  by: Principal,
  at: Date,
  { reason, details }: Pick<ChangeAuthor, 'reason' | 'details'> = {},
): ChangeAuthor {
  return { by: by.label, at, reason: reason ?? null, details };
}
