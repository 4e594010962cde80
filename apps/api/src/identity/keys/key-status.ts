import { keyStatus, type KeyStatus } from '@billhook/domain/identity/api-key';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { Problem } from '@billhook/domain/shared/problems';
import type { KeyRow } from '@billhook/identity/keys/keys.repository';

/** The status of a key as it was read. */
export const statusOf = (key: KeyRow, now: Date): KeyStatus =>
  keyStatus({ ...key, paidPlan: isPaidPlan(key.plan) }, now);

/** Whether it can never work again. */
export const hasEnded = (status: KeyStatus): boolean => status === 'revoked' || status === 'expired';

/** @throws Problem 409 key_ended */
export function requireLive(key: KeyRow, now: Date): void {
  const status = statusOf(key, now);
  if (hasEnded(status))
    throw new Problem('key_ended', `The key is ${status}.`, { extensions: { currentStatus: status } });
}
