import { describe, expect, it } from '@jest/globals';
import { daysLeft, dueWarning } from './key-expiry.js';

const HOUR = 3_600_000;
const end = new Date('2026-12-01T10:00:00.000Z');
const before = (hours: number, of = end): Date => new Date(of.getTime() - hours * HOUR);
const key = { createdAt: new Date('2026-09-02T10:00:00.000Z'), expiresAt: end, warnedDays: null };

describe('dueWarning', () => {
  it.each([
    ['the day it is made', 90 * 24, undefined],
    ['an instant before 14 days', 14 * 24 + 0.001, undefined],
    ['at 14 days', 14 * 24, 14],
    ['between 14 and 3 days', 100, 14],
    ['an instant before 3 days', 72.001, 14],
    ['at 3 days', 72, 3],
    ['at 1 day', 24, 1],
    ['an hour before its end', 1, 1],
    ['at its end', 0, undefined],
    ['after its end', -1, undefined],
  ])('%s', (_, hours, due) => {
    expect(dueWarning(key, before(hours))).toBe(due);
  });

  it.each([
    [14, 14 * 24, undefined],
    [14, 100, undefined],
    [14, 72, 3],
    [14, 20, 1],
    [3, 50, undefined],
    [3, 24, 1],
    [1, 1, undefined],
  ])('after the warning at %i days, with %i hours left', (warnedDays, hours, due) => {
    expect(dueWarning({ ...key, warnedDays }, before(hours))).toBe(due);
  });

  it('sends only the nearest of several missed warnings', () => {
    expect(dueWarning(key, before(40))).toBe(3);
  });

  it('sends warnings only in the second half of the lifetime', () => {
    const short = { ...key, createdAt: before(20 * 24) };
    expect(dueWarning(short, before(14 * 24))).toBeUndefined();
    expect(dueWarning(short, before(10 * 24 + 0.001))).toBeUndefined();
    expect(dueWarning(short, before(10 * 24))).toBe(14);
    const shorter = { ...key, createdAt: before(2) };
    expect(dueWarning(shorter, before(1.5))).toBeUndefined();
    expect(dueWarning(shorter, before(1))).toBe(1);
  });

  it('counts 29 February like any other day', () => {
    const leap = {
      ...key,
      createdAt: new Date('2027-03-08T00:00:00.000Z'),
      expiresAt: new Date('2028-03-08T00:00:00.000Z'),
    };
    expect(dueWarning(leap, new Date('2028-02-22T23:59:59.999Z'))).toBeUndefined();
    expect(dueWarning(leap, new Date('2028-02-23T00:00:00.000Z'))).toBe(14);
  });
});

describe('daysLeft', () => {
  it.each([
    [14 * 24, 14],
    [72.5, 4],
    [72, 3],
    [1, 1],
    [0, 0],
    [-5, 0],
  ])('of %d hours', (hours, days) => {
    expect(daysLeft(end, before(hours))).toBe(days);
  });
});
