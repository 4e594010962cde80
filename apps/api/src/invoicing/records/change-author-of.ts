import type { Doer } from '@billhook/invoicing/records/change';
import type { Principal } from '../../request/principal.js';

/** The caller of a request as the author of a change. */
export function doerOf(by: Principal, at: Date, { reason, details }: Pick<Doer, 'reason' | 'details'> = {}): Doer {
  return { by: by.label, at, reason: reason ?? null, details };
}
