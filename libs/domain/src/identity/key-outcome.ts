/** The outcome of a request with a key. */
export const KEY_OUTCOMES = ['ok', 'refused', 'limited', 'failed', 'dead'] as const;
export type KeyOutcome = (typeof KEY_OUTCOMES)[number];

/**
 * @param status of the response
 * @param dead whether the key was revoked or expired, which takes precedence over the status
 */
export function keyOutcome(status: number, dead: boolean): KeyOutcome {
  if (dead) return 'dead';
  if (status >= 500) return 'failed';
  if (status === 429) return 'limited';
  return status >= 400 ? 'refused' : 'ok';
}
