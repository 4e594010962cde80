import { describe, expect, it } from '@jest/globals';
import { exactPercentileOf, histogramOf, LATENCY_BOUNDS_MS, percentileOf } from './latency.rules.js';

describe('histogramOf', () => {
  it('has a class for each bound, and one beyond the last', () => {
    expect(histogramOf([])).toEqual(new Array(LATENCY_BOUNDS_MS.length + 1).fill(0));
    expect(histogramOf([0, 10, 11, 15_000, 15_001, 99_999])).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  });
});

describe('percentileOf', () => {
  it.each<[string, number[], number, number | null]>([
    ['none', [], 0.5, null],
    ['the middle of a class that holds all', [20, 20, 20, 20], 0.5, 18],
    ['the upper bound of it at the end', [20, 20, 20, 20], 1, 25],
    ['across classes', [5, 5, 5, 5, 5, 5, 5, 5, 5, 800], 0.9, 10],
    ['the slow tenth', [5, 5, 5, 5, 5, 5, 5, 5, 5, 800], 0.95, 750],
    ['no more than the last bound', [60_000], 0.5, 15_000],
  ])('%s', (_, durations, share, expected) => expect(percentileOf(histogramOf(durations), share)).toBe(expected));

  it('differs by at most the width of the class', () => {
    const durations = Array.from({ length: 1_000 }, (__, n) => (n * 7919) % 14_000);
    const sorted = durations.toSorted((a, b) => a - b);
    for (const share of [0.1, 0.5, 0.9, 0.95, 0.99]) {
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      const index = LATENCY_BOUNDS_MS.findIndex((bound) => exact <= bound);
      const width = (LATENCY_BOUNDS_MS[index] ?? 0) - (LATENCY_BOUNDS_MS[index - 1] ?? 0);
      expect(Math.abs((percentileOf(histogramOf(durations), share) ?? 0) - exact)).toBeLessThanOrEqual(width);
    }
  });
});

describe('exactPercentileOf', () => {
  it.each<[string, number[], number | null, number | null]>([
    ['none', [], null, null],
    ['one attempt: both figures are its duration', [48], 48, 48],
    ['two', [48, 12], 12, 48],
    ['twenty: the 95th percentile leaves one out', Array.from({ length: 20 }, (_, n) => (n + 1) * 10), 100, 190],
  ])('%s', (_, durations, median, high) => {
    expect([exactPercentileOf(durations, 0.5), exactPercentileOf(durations, 0.95)]).toEqual([median, high]);
  });
});
