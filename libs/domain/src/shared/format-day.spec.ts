import { describe, expect, it } from '@jest/globals';
import { formatDay } from './format-day.js';

describe('formatDay', () => {
  it.each([
    ['2026-11-21', '21 November 2026', '21 novembre 2026'],
    ['2026-12-01', '1 December 2026', '1er décembre 2026'],
    ['2026-02-01', '1 February 2026', '1er février 2026'],
  ])('%s', (date, en, fr) => {
    expect([formatDay(date, 'en'), formatDay(date, 'fr')]).toEqual([en, fr]);
  });

  it.each(['someday', '2026-13-01', '2026-1-1', ''])('rejects %j', (date) => {
    expect(() => formatDay(date, 'en')).toThrow(RangeError);
  });
});
