import { describe, expect, it } from '@jest/globals';
import { apportion, spread } from './largest-remainder.js';

const total = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n);

describe('spread', () => {
  it.each<[string, bigint, bigint[], bigint[]]>([
    ['zero without weights', 0n, [], []],
    ['a whole over one', 100n, [7n], [100n]],
    ['the odd cent goes to the first of equals', 100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    ['two odd cents', 200n, [1n, 1n, 1n], [67n, 67n, 66n]],
    ['the largest remainder wins, not the largest weight', 10n, [50n, 33n, 17n], [5n, 3n, 2n]],
    ['a zero weight gets nothing', 101n, [1n, 0n, 1n], [51n, 0n, 50n]],
    ['a negative total mirrors the positive one', -100n, [1n, 1n, 1n], [-34n, -33n, -33n]],
    ['weights below zero', 100n, [-1n, -1n, -1n], [34n, 33n, 33n]],
    ['weights of both signs', 100n, [300n, -100n], [150n, -50n]],
    ['weights that add up to zero: evenly', 101n, [5n, -5n], [51n, 50n]],
    ['all weights zero: evenly', -3n, [0n, 0n], [-2n, -1n]],
    ['fewer cents than parts', 2n, [1n, 1n, 1n, 1n], [1n, 1n, 0n, 0n]],
  ])('%s', (_name, whole, weights, expected) => {
    expect(spread(whole, weights)).toEqual(expected);
  });

  it('rejects a total without parts', () => {
    expect(() => spread(1n, [])).toThrow(RangeError);
  });

  it('always adds up, mirrors its negation, and moves no part by a whole unit', () => {
    let seed = 20261121;
    const next = (below: number): bigint => {
      seed = (seed * 48271) % 2147483647;
      return BigInt(seed % below);
    };
    for (let round = 0; round < 500; round += 1) {
      const whole = next(1_000_000) - 500_000n;
      const weights = Array.from({ length: 1 + (round % 9) }, () => next(10_000) - 3_000n);
      const parts = spread(whole, weights);
      expect(total(parts)).toBe(whole);
      expect(spread(-whole, weights)).toEqual(parts.map((part) => -part));
      const sum = total(weights);
      if (sum === 0n) continue;
      for (const [index, part] of parts.entries()) {
        const error = part * sum - whole * (weights[index] ?? 0n);
        const size = sum < 0n ? -sum : sum;
        expect(error > -size && error < size).toBe(true);
      }
    }
  });
});

describe('apportion', () => {
  it('keeps exact shares exact', () => {
    expect(apportion(0n, [1000n, -1000n], 10n)).toEqual([100n, -100n]);
  });

  it('rounds every share to one of its two neighbours if the total was rounded', () => {
    expect(apportion(3n, [5n, 5n, 15n], 10n)).toEqual([1n, 1n, 1n]);
    expect(apportion(2n, [5n, 5n, 15n], 10n)).toEqual([1n, 0n, 1n]);
  });

  it('rejects a total that is not the rounded sum, and a denominator that is not positive', () => {
    expect(() => apportion(5n, [10n, 10n], 10n)).toThrow(RangeError);
    expect(() => apportion(2n, [10n, 10n], 0n)).toThrow(RangeError);
  });
});
