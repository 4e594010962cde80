import { describe, expect, it } from '@jest/globals';
import { newId, randomText } from './ids.js';

describe('newId', () => {
  it('tells what it names and never repeats', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('req'));
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{22}$/);
  });
});

describe('randomText', () => {
  it('uses every character about as often as any other', () => {
    const counts = new Map<string, number>();
    for (const character of randomText(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 expected, standard deviation 31: eight of them away is chance once in 10^13 runs.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
  });

  it.each([0, 1, 500])('is %i characters long', (length) => {
    expect(randomText(length)).toHaveLength(length);
  });
});
