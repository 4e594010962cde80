import { describe, expect, it } from '@jest/globals';
import { formatOf, localeOf } from './format.js';

const NOW = new Date('2026-11-21T09:30:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const DAY = 86_400;

describe("the reader's locale", () => {
  it.each([
    ['en', ['en-GB', 'fr'], 'en-GB'],
    ['fr', ['en-GB', 'fr-CA'], 'fr-CA'],
    ['fr', ['en-GB'], 'fr'],
    ['en', [], 'en'],
    // The value of Chromium under LANG=C and LANG=POSIX.
    ['en', ['en-US@posix'], 'en'],
    ['en', ['en-US@posix', 'en-AU'], 'en-AU'],
    ['en', ['en_US', 'en-', 'en-US-', ''], 'en'],
  ])('for %s with %j is %s', (language, tags, locale) => {
    expect(localeOf(language, tags)).toBe(locale);
    expect(formatOf(localeOf(language, tags)).number(1)).toBe('1');
  });
});

describe('relative times', () => {
  const { relative } = formatOf('en');

  it.each([
    [-20, 'now'],
    [5, 'in 5 seconds'],
    [-250, '4 minutes ago'],
    [-3 * 3600, '3 hours ago'],
    [3599, 'in 1 hour'],
    [-DAY, 'yesterday'],
    [7 * DAY - 60, 'in 7 days'],
    [90 * DAY - 1, 'in 90 days'],
    [365 * DAY, 'in 12 months'],
    [-3 * 365 * DAY, '3 years ago'],
  ])('%d seconds from now is "%s"', (seconds, words) => {
    expect(relative(after(seconds), NOW)).toBe(words);
  });

  it('speak French', () => {
    expect(formatOf('fr').relative(after(6 * DAY), NOW)).toBe('dans 6 jours');
  });
});

describe('durations', () => {
  it('change from milliseconds to seconds', () => {
    const shown = (locale: string) => [182, 15_000, 1_240].map(formatOf(locale).duration);
    expect(shown('en')).toEqual(['182\u00A0ms', '15\u00A0s', '1.2\u00A0s']);
    expect(shown('fr')).toEqual(['182\u00A0ms', '15\u00A0s', '1,2\u00A0s']);
  });
});

describe('calendar dates', () => {
  it('are the same day in every zone', () => {
    expect(formatOf('en-GB').day('2026-11-21')).toBe('21 Nov 2026');
    expect(formatOf('fr').day('2026-01-01')).toBe('1 janv. 2026');
  });
});

describe('lists', () => {
  it('are all of them, or one of them', () => {
    const { list, either } = formatOf('en-GB');
    expect([list(['a', 'b', 'c']), either(['a', 'b', 'c'])]).toEqual(['a, b and c', 'a, b or c']);
  });
});

it('days on an axis omit the year, and are those of the calendar in every time zone', () => {
  expect(formatOf('en-GB').shortDay('2026-11-21')).toBe('21 Nov');
  expect(formatOf('fr').shortDay('2026-11-21')).toBe('21 nov.');
});
