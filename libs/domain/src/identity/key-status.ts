import { DAY_MS } from '../shared/durations.js';
/** The lifetimes that a key can have. A year is a calendar year: 29 February ends on 28 February. */
export const KEY_EXPIRIES = ['90d', '1y', 'none'] as const;
export type KeyExpiry = (typeof KEY_EXPIRIES)[number];

/** When a key that is created now expires; null for one without expiry. */
export function keyExpiresAt(expiry: KeyExpiry, now: Date): Date | null {
  switch (expiry) {
    case '90d':
      return new Date(now.getTime() + 90 * DAY_MS);
    case '1y': {
      const end = new Date(now);
      end.setUTCFullYear(end.getUTCFullYear() + 1);
      if (end.getUTCMonth() !== now.getUTCMonth()) end.setUTCDate(0);
      return end;
    }
    case 'none':
      return null;
  }
}

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked', 'suspended'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** Whether a key can never work again. */
export const hasEnded = (status: KeyStatus): boolean => status === 'revoked' || status === 'expired';

export interface KeyFacts {
  readonly revokedAt: Date | null;
  /** When the grace period ends; null while the successor is unused, or if the key expires before that. */
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
  readonly creatorActive: boolean;
  readonly paidPlan: boolean;
}

/** The longest grace period after the first use of the successor, in seconds: 0 to 7 days. */
export const LONGEST_GRACE_SECONDS = 7 * 86_400;

/** A key counts as expiring for this many days before it expires. */
export const EXPIRING_DAYS = 14;

/** Derived on each read, so no job can be late. Revoked and expired are final: they are checked first. */
export function keyStatus(key: KeyFacts, now: Date): KeyStatus {
  if (key.revokedAt || (key.retiresAt && key.retiresAt <= now)) return 'revoked';
  if (key.expiresAt && key.expiresAt <= now) return 'expired';
  if (!key.creatorActive || !key.paidPlan) return 'suspended';
  const end = keyEnd(key);
  if (end && end.getTime() - now.getTime() <= EXPIRING_DAYS * DAY_MS) return 'expiring';
  return 'active';
}

/** When a key stops working by its expiry or its grace period; null if only a revocation ends it. */
export function keyEnd({ expiresAt, retiresAt }: Pick<KeyFacts, 'expiresAt' | 'retiresAt'>): Date | null {
  if (expiresAt && retiresAt) return expiresAt < retiresAt ? expiresAt : retiresAt;
  return expiresAt ?? retiresAt;
}
