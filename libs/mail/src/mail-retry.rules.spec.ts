import { describe, expect, it } from '@jest/globals';
import { MAX_ATTEMPTS, waitAfter } from './mail-retry.rules.js';

const MINUTES = [1, 10, 60, 300, 1080];

describe('waitAfter', () => {
  it.each(MINUTES.map((minutes, n) => [n + 1, minutes]))('waits, after attempt %i, %i minutes', (attempt, minutes) => {
    expect(waitAfter(attempt, 0.5)).toBe(minutes * 60_000);
  });

  it('retries five times over about a day, then gives up', () => {
    expect(MAX_ATTEMPTS).toBe(6);
    const day = MINUTES.reduce((sum, minutes) => sum + minutes, 0) / 60;
    expect(day).toBeGreaterThan(24);
    expect(day).toBeLessThan(25);
    expect(waitAfter(MAX_ATTEMPTS, 0.5)).toBeUndefined();
    expect(waitAfter(MAX_ATTEMPTS + 1, 0.5)).toBeUndefined();
  });

  it('varies by a tenth at most', () => {
    expect(waitAfter(1, 0)).toBe(54_000);
    expect(waitAfter(1, 0.999_999)).toBe(66_000);
  });
});
