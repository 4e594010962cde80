import { describe, expect, it } from '@jest/globals';
import { newId, newTimedId, randomText, timeOfId } from './ids.js';

describe('newId', () => {
  it('has the prefix of its kind and is unique', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('req'));
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{22}$/);
  });
});

describe('newTimedId', () => {
  it('contains its time to the millisecond, and is unique', () => {
    const at = new Date('2026-11-22T09:30:00.123Z');
    const ids = Array.from({ length: 1_000 }, () => newTimedId('msg', at));
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) {
      expect(id).toMatch(/^msg_[0-9A-Za-z]{22}$/);
      expect(timeOfId(id)).toEqual(at);
    }
  });

  it('sorts by time', () => {
    const times = [0, 1, 61, 62, 1_795_253_400_000, 1_795_253_400_001].map((ms) => new Date(ms));
    const ids = times.map((at) => newTimedId('msg', at));
    // By code unit, as the C collation of the database compares.
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
  });

  it.each(['msg_0', 'msg_', 'nonsense', 'msg_2n8QbYtH1xPq', `msg_${'!'.repeat(22)}`])('finds no time in %s', (id) => {
    expect(timeOfId(id)).toBeUndefined();
  });
});

describe('randomText', () => {
  it('uses every character with about the same frequency', () => {
    const counts = new Map<string, number>();
    for (const character of randomText(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 expected, standard deviation 31: a difference of eight standard deviations occurs once in 10^13 runs.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
  });

  it.each([0, 1, 500])('is %i characters long', (length) => {
    expect(randomText(length)).toHaveLength(length);
  });
});
