/** What became of a request with a key. */
export const KEY_OUTCOMES = ['ok', 'refused', 'limited', 'failed', 'dead'] as const;
export type KeyOutcome = (typeof KEY_OUTCOMES)[number];

/**
 * @param status of the answer
 * @param dead whether the key was revoked or had expired: that is what its owner wants to know, whatever was answered
 */
export function keyOutcome(status: number, dead: boolean): KeyOutcome {
  if (dead) return 'dead';
  if (status >= 500) return 'failed';
  if (status === 429) return 'limited';
  return status >= 400 ? 'refused' : 'ok';
}
