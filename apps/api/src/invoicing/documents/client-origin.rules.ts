import type { ChangeDetails } from '@billhook/invoicing/records/change';
import { softwareOf } from '../../request/origin.rules.js';
import type { Principal } from '../../request/principal.js';

/**
 * The origin of a view or an answer, for the timeline: evidence for an answer without a sign-in.
 * @returns nothing for a member or a key, which the timeline names
 */
export function clientOrigin(by: Principal): ChangeDetails {
  if (by.kind !== 'document') return {};
  const { ip, userAgent } = by.origin;
  return { ip, userAgent, ...softwareOf(userAgent) };
}
