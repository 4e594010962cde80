import { formatOf } from '@billhook/ui/format';
import { describe, expect, it } from '@jest/globals';
import { dateOf, isDate } from './typed-date.js';

describe('a typed date', () => {
  it.each([
    ['2026-11-22', 'en-GB', '2026-11-22'],
    ['2026-1-2', 'fr', '2026-01-02'],
    ['2026/11/22', 'en-US', '2026-11-22'],
    ['22 Nov 2026', 'en-GB', '2026-11-22'],
    ['Nov 22, 2026', 'en-US', '2026-11-22'],
    [' november 22nd 2026 ', 'en', '2026-11-22'],
    ['2026 Nov 22', 'en-GB', '2026-11-22'],
    ['22 nov. 2026', 'fr', '2026-11-22'],
    ['1er février 2026', 'fr', '2026-02-01'],
    ['3 FEVR 2026', 'fr', '2026-02-03'],
    ['3 août 2026', 'fr', '2026-08-03'],
    ['3/4/2026', 'en-GB', '2026-04-03'],
    ['3/4/2026', 'en-US', '2026-03-04'],
    ['03.04.26', 'fr', '2026-04-03'],
    ['29 Feb 2028', 'en-GB', '2028-02-29'],
    ['', 'en', ''],
  ])('%j in %s is %s', (typed, locale, date) => {
    expect(dateOf(typed, locale)).toBe(date);
  });

  it.each([
    ['2026-02-30', 'en'],
    ['29 Feb 2026', 'en-GB'],
    ['13/13/2026', 'en-GB'],
    // Juin or juillet.
    ['3 jui 2026', 'fr'],
    ['22 Nov', 'en'],
    ['22 Nov 202', 'en'],
    ['22 Nox 2026', 'en'],
    ['tomorrow', 'en'],
    ['20261122', 'en'],
    ['2026-11-22-01', 'en'],
  ])('%j in %s is not a date, and stays unchanged', (typed, locale) => {
    const kept = dateOf(typed, locale);
    expect([kept, isDate(kept)]).toEqual([typed, false]);
  });

  it.each(['en', 'en-GB', 'en-US', 'en-CA', 'fr', 'fr-CA', 'fr-CH'])('is parsed from the format of %s', (locale) => {
    for (let month = 1; month <= 12; month += 1) {
      const date = `2026-${String(month).padStart(2, '0')}-09`;
      expect(dateOf(formatOf(locale).day(date), locale)).toBe(date);
    }
  });
});
