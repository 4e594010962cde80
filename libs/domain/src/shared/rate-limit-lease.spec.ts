import { describe, expect, it } from '@jest/globals';
import { rateOf } from './gcra.js';
import { EPOCH_US, fullIn, takeLease, type BucketState, type LeaseRequest } from './rate-limit-lease.js';

/** Six cells per minute: one every ten seconds. */
const RATE = rateOf(6, 60);
const SECOND = 1_000_000;
const EPOCH = 897_500_000;
/** The beginning of an epoch. */
const NOW = EPOCH * EPOCH_US;

const state = (changes: Partial<BucketState>): BucketState => ({
  ...{ tat: NOW, epoch: EPOCH, young: 0, old: 0, at: NOW },
  ...changes,
});
const request = (changes: Partial<LeaseRequest>): LeaseRequest => ({
  ...{ rate: RATE, want: 0, extra: 0, leased: 0, spent: 0, epoch: 0 },
  ...changes,
});
const after = (cells: number): number => NOW + cells * 10 * SECOND;

describe('takeLease', () => {
  it.each<[string, BucketState | undefined, Partial<LeaseRequest>, granted: number, Partial<BucketState>]>([
    ['a new bucket', undefined, { want: 1 }, 1, { tat: NOW, epoch: EPOCH, young: 1, old: 0, at: NOW }],
    ['more than the quota', undefined, { want: 7 }, 6, { young: 6 }],
    ['what others hold', state({ young: 2, old: 3 }), { want: 4 }, 1, { young: 3, old: 3 }],
    ['what was used', state({ tat: after(4) }), { want: 4 }, 2, { tat: after(4), young: 2 }],
    ['what was used, half a cell later', state({ tat: after(4.5) }), { want: 4 }, 1, { young: 1 }],
    ['a sixteenth in advance', undefined, { rate: rateOf(160, 60), extra: 20 }, 10, { young: 10 }],
    ['in advance beside what is awaited', undefined, { rate: rateOf(161, 60), want: 1, extra: 20 }, 11, { young: 11 }],
    [
      'an old lease comes back',
      state({ old: 3 }),
      { leased: 3, spent: 1, epoch: EPOCH - 1 },
      0,
      { tat: after(1), old: 0 },
    ],
    [
      'a young lease comes back',
      state({ young: 3 }),
      { leased: 3, spent: 3, epoch: EPOCH },
      0,
      { tat: after(3), young: 0 },
    ],
    [
      'a lapsed lease comes back',
      state({ old: 3 }),
      { leased: 3, spent: 1, epoch: EPOCH - 2 },
      0,
      { tat: NOW, old: 3 },
    ],
    ['a young lease becomes old', state({ epoch: EPOCH - 1, young: 3 }), {}, 0, { tat: NOW, young: 0, old: 3 }],
    ['an old lease lapses', state({ epoch: EPOCH - 1, old: 3, young: 1 }), {}, 0, { tat: after(3), young: 0, old: 1 }],
    ['both lapse', state({ epoch: EPOCH - 2, old: 1, young: 2 }), {}, 0, { tat: after(3), young: 0, old: 0 }],
    ['long ago', state({ tat: 0, epoch: EPOCH - 100, old: 3, young: 3 }), { want: 6 }, 6, { tat: NOW, young: 6 }],
    ['a tat beyond the quota', state({ tat: after(60) }), { want: 1 }, 0, { tat: after(6) }],
    ['a writer that knew the time better', state({ at: NOW + SECOND / 2 }), { want: 6 }, 6, { at: NOW + SECOND / 2 }],
    ['a clock that was set back', state({ at: NOW + 2 * SECOND }), { want: 1 }, 1, { at: NOW }],
  ])('%s', (_, stored, changes, granted, expected) => {
    const { state: next, lease } = takeLease(stored, request(changes), NOW);
    expect(next).toMatchObject(expected);
    expect(lease).toEqual({
      ...{ granted, epoch: next.epoch, now: next.at, tat: next.tat },
      held: next.young + next.old,
    });
  });

  it('never lets the used and the held cells exceed the quota', () => {
    for (let used = 0; used <= 6; used++) {
      for (let held = 0; held <= 6 - used; held++) {
        const { state: next } = takeLease(state({ tat: after(used), old: held }), request({ want: 10 }), NOW);
        expect({ used, held, sum: used + next.young + next.old }).toEqual({ used, held, sum: 6 });
      }
    }
  });
});

describe('fullIn', () => {
  it.each([
    [state({}), 4_000],
    [state({ tat: after(2) }), 24_000],
    [state({ tat: after(2), young: 1, old: 1 }), 44_000],
    [state({ tat: NOW + 1 }), 4_001],
  ])('%j: %i ms', (stored, ms) => {
    expect(fullIn(stored, RATE, NOW)).toBe(ms);
  });
});
