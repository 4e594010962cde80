import { describe, expect, it } from '@jest/globals';
import { EXPIRING_DAYS, keyExpiresAt, keyStatus, type KeyExpiry, type KeyFacts, type KeyStatus } from './key-status.js';

describe('keyExpiresAt', () => {
  it.each<[KeyExpiry, string, string | null]>([
    ['90d', '2026-11-21T09:30:00.123Z', '2027-02-19T09:30:00.123Z'],
    ['90d', '2028-01-01T00:00:00.000Z', '2028-03-31T00:00:00.000Z'],
    ['1y', '2026-11-21T09:30:00.123Z', '2027-11-21T09:30:00.123Z'],
    ['1y', '2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
    ['1y', '2027-02-28T12:00:00.000Z', '2028-02-28T12:00:00.000Z'],
    ['1y', '2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['1y', '2026-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
    ['none', '2026-11-21T09:30:00.123Z', null],
  ])('%s from %s', (expiry, now, end) => {
    expect(keyExpiresAt(expiry, new Date(now))?.toISOString() ?? null).toBe(end);
  });
});

describe('keyStatus', () => {
  const now = new Date('2026-11-21T09:30:00.000Z');
  const away = (ms: number): Date => new Date(now.getTime() + ms);
  const days = (n: number): number => n * 86_400_000;
  const usable: KeyFacts = { revokedAt: null, retiresAt: null, expiresAt: null, creatorActive: true, paidPlan: true };

  it.each<[string, Partial<KeyFacts>, KeyStatus]>([
    ['without an end', {}, 'active'],
    ['far from its end', { expiresAt: away(days(90)) }, 'active'],
    ['a moment before it counts as expiring', { expiresAt: away(days(EXPIRING_DAYS) + 1) }, 'active'],
    ['from then on', { expiresAt: away(days(EXPIRING_DAYS)) }, 'expiring'],
    ['in its last moment', { expiresAt: away(1) }, 'expiring'],
    ['replaced, within its grace period', { retiresAt: away(1) }, 'expiring'],
    ['replaced, with a long life else', { retiresAt: away(days(7)), expiresAt: away(days(90)) }, 'expiring'],
    ['replaced, at the end of its grace', { retiresAt: now, expiresAt: away(1) }, 'revoked'],
    ['replaced long ago', { retiresAt: away(-days(90)), expiresAt: away(-1) }, 'revoked'],
    ['at its end', { expiresAt: now }, 'expired'],
    ['after its end', { expiresAt: away(-1) }, 'expired'],
    ['with a deactivated creator', { creatorActive: false }, 'suspended'],
    ['on a free plan', { paidPlan: false }, 'suspended'],
    ['expiring, with a deactivated creator', { expiresAt: away(1), creatorActive: false }, 'suspended'],
    ['revoked', { revokedAt: away(-1) }, 'revoked'],
    ['revoked and past its end', { revokedAt: away(-1), expiresAt: away(-1) }, 'revoked'],
    ['revoked, with a deactivated creator', { revokedAt: away(-1), creatorActive: false }, 'revoked'],
    ['past its end, on a free plan', { expiresAt: away(-1), paidPlan: false }, 'expired'],
  ])('%s', (_, change, status) => {
    expect(keyStatus({ ...usable, ...change }, now)).toBe(status);
  });
});
