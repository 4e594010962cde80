import { describe, expect, it } from '@jest/globals';
import { gcra, rateOf, type GcraVerdict } from './gcra.js';

/** Six cells per minute: one every ten seconds. */
const RATE = rateOf(6, 60);
const SECOND = 1_000_000;
const NOW = 1_795_000_000 * SECOND;

/** The state after the given number of cells was taken. */
const taken = (cells: number): number => NOW + cells * 10 * SECOND;

describe('gcra', () => {
  it.each<[string, number, number, Partial<GcraVerdict>]>([
    ['a new state', 0, 1, { allowed: true, tat: taken(1), remaining: 5, wholeIn: 10, waitFor: 0 }],
    ['a state with a full quota', NOW - SECOND, 1, { allowed: true, tat: taken(1), remaining: 5 }],
    ['a look', 0, 0, { allowed: true, remaining: 6, wholeIn: 0 }],
    ['a look at a spent quota', taken(6), 0, { allowed: true, remaining: 0, wholeIn: 60 }],
    ['the full quota', 0, 6, { allowed: true, tat: taken(6), remaining: 0, wholeIn: 60 }],
    ['the last one', taken(5), 1, { allowed: true, remaining: 0, wholeIn: 60 }],
    ['one too many', taken(6), 1, { allowed: false, tat: taken(6), remaining: 0, wholeIn: 60, waitFor: 10 }],
    ['one too many, half a cell later', taken(5.5), 1, { allowed: false, remaining: 0, wholeIn: 55, waitFor: 5 }],
    ['more than is left', taken(4), 3, { allowed: false, tat: taken(4), remaining: 2, waitFor: 10 }],
    ['more than there ever is', 0, 7, { allowed: false, remaining: 6, waitFor: Infinity }],
    ['a microsecond too early', taken(5) + 1, 1, { allowed: false, waitFor: 1 }],
    ['a clock that was set back', taken(60), 1, { allowed: false, remaining: 0, waitFor: 550 }],
  ])('%s', (_, tat, cells, expected) => {
    expect(gcra(tat, RATE, NOW, cells)).toMatchObject(expected);
  });

  it.each([1, 2, 3, 6, 7, 59, 61, 600, 997, 3_000, 1_000_000])('allows a burst of %i and not one more', (quota) => {
    const rate = rateOf(quota, 60);
    const { tat, remaining } = gcra(0, rate, NOW, quota);
    expect(remaining).toBe(0);
    expect(gcra(tat, rate, NOW, 1).allowed).toBe(false);
    // After that, one cell per emission interval: a full quota takes at least the window.
    const after = gcra(tat, rate, NOW + rate.emission, 1);
    expect(after).toMatchObject({ allowed: true, remaining: 0 });
    expect(gcra(after.tat, rate, NOW + rate.emission, 1).allowed).toBe(false);
    expect(quota * rate.emission).toBeGreaterThanOrEqual(60 * SECOND);
  });

  it('allows a request after the wait that it returned', () => {
    for (const quota of [7, 59, 600, 3_000]) {
      const rate = rateOf(quota, 60);
      const { tat } = gcra(0, rate, NOW, quota);
      const { waitFor } = gcra(tat, rate, NOW + 123, 1);
      expect(gcra(tat, rate, NOW + 123 + waitFor * SECOND, 1).allowed).toBe(true);
    }
  });
});
