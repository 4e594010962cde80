import type { ChangeDetails } from '@billhook/records/change';
import type { Principal } from '../access/principal.js';
import { softwareOf } from '../http/user-agent.js';

/**
 * From where a document was opened or answered, for its timeline: it is the evidence of an answer that nobody signed in for.
 * @returns nothing of a member or a key, whom the timeline names
 */
export function clientOrigin(by: Principal): ChangeDetails {
  if (by.kind !== 'document') return {};
  const { ip, userAgent } = by.origin;
  return { ip, userAgent, ...softwareOf(userAgent) };
}
