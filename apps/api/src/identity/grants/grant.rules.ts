import { isPaidPlan } from '@billhook/domain/identity/company';
import { hasEnded, keyStatus, type KeyStatus } from '@billhook/domain/identity/key-status';
import type { GrantRow } from '@billhook/identity/oauth/grants.repository';

/** Derived on each read, like the status of keys. */
export function grantStatus(grant: GrantRow, now: Date): KeyStatus {
  const { revokedAt, expiresAt, memberActive, isAllowed, plan, application } = grant;
  const facts = { expiresAt, retiresAt: application.isArchived ? now : null, paidPlan: isPaidPlan(plan) };
  return keyStatus({ ...facts, revokedAt, creatorActive: memberActive && isAllowed }, now);
}

/** Whether a grant can never work again. */
export const hasGrantEnded = (grant: GrantRow, now: Date): boolean => hasEnded(grantStatus(grant, now));
