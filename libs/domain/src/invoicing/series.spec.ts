import { describe, expect, it } from '@jest/globals';
import {
  checkPattern,
  DEFAULT_SERIES,
  formatNumber,
  numberForm,
  SERIES_KINDS,
  seriesPeriod,
  type NumberPart,
  type SeriesReset,
} from './series.js';

describe('formatNumber', () => {
  it.each<[string, string, number, string]>([
    ['INV-{YYYY}-{#####}', '2026-11-21', 1, 'INV-2026-00001'],
    ['INV-{YYYY}-{#####}', '2026-01-01', 42, 'INV-2026-00042'],
    ['INV-{YYYY}-{#####}', '2027-12-31', 99_999, 'INV-2027-99999'],
    ['INV-{YYYY}-{#####}', '2027-12-31', 100_000, 'INV-2027-100000'],
    ['QUO-{YYYY}-{#####}', '2026-11-21', 7, 'QUO-2026-00007'],
    ['{YY}{MM}/{###}+A_b', '2026-03-09', 5, '2603/005+A_b'],
    ['{#}', '2026-03-09', 5, '5'],
    ['{##########}', '2026-03-09', 9_999_999_999, '9999999999'],
    ['{YYYY}{YYYY}{##}', '2026-03-09', 1, '2026202601'],
  ])('%s of %s and %d is %s', (pattern, issueDate, value, number) => {
    expect(formatNumber(pattern, issueDate, value)).toBe(number);
  });

  it.each([0, -1, 1.5, Number.NaN, 10_000_000_000])('rejects the count %d', (value) => {
    expect(() => formatNumber('{#}', '2026-03-09', value)).toThrow(RangeError);
  });
});

describe('checkPattern', () => {
  it.each<[string, SeriesReset]>([
    ['INV-{YYYY}-{#####}', 'Yearly'],
    ['{YY}{#}', 'Yearly'],
    ['{YYYY}/{MM}/{###}', 'Yearly'],
    ['{MM}-{YY}-{###}', 'Monthly'],
    ['{#}', 'Never'],
    ['{YYYY}-{#}', 'Never'],
    ['A+b-C_d/9{##########}', 'Never'],
    // 25 characters and ten digits.
    [`${'x'.repeat(25)}{#}`, 'Never'],
  ])('accepts %s, %s', (pattern, reset) => {
    expect(checkPattern(pattern, reset)).toBeUndefined();
  });

  it.each<[string, SeriesReset, RegExp]>([
    ['', 'Never', /exactly one counter/],
    ['INV-{YYYY}', 'Yearly', /exactly one counter/],
    ['{#}-{#}', 'Never', /exactly one counter/],
    ['{###########}', 'Never', /at most 10 #/],
    ['INV-{#####}', 'Yearly', /\{YYYY\} or \{YY\}/],
    ['INV-{MM}-{#####}', 'Yearly', /\{YYYY\} or \{YY\}/],
    ['INV-{YYYY}-{#####}', 'Monthly', /\{MM\}/],
    ['INV-{MM}-{#####}', 'Monthly', /\{YYYY\} or \{YY\}/],
    ['{DD}-{#}', 'Never', /not \{DD\}/],
    ['{yyyy}-{#}', 'Never', /not \{yyyy\}/],
    ['{}-{#}', 'Never', /not \{\}/],
    ['{toString}-{#}', 'Never', /not \{toString\}/],
    ['{YYYY-{#}', 'Never', /not "\{"/],
    ['YYYY}-{#}', 'Never', /not "\}"/],
    ['INV {#}', 'Never', /not " "/],
    ['INV#{#}', 'Never', /not "#"/],
    ['INV.{#}', 'Never', /not "\."/],
    ['FÉ-{#}', 'Never', /not "É"/],
    ['🧾{#}', 'Never', /not "🧾"|not 🧾/],
    ['A\n{#}', 'Never', /not "\\n"/],
    [`${'x'.repeat(26)}{#}`, 'Never', /at most 35 characters: .* they have 36/],
  ])('rejects %j, %s', (pattern, reset, error) => {
    expect(checkPattern(pattern, reset)).toMatch(error);
  });

  it.each(SERIES_KINDS)('accepts the default pattern of %s, whose longest number has at most 35 characters', (kind) => {
    const { pattern, reset } = DEFAULT_SERIES[kind];
    expect(checkPattern(pattern, reset)).toBeUndefined();
    expect(formatNumber(pattern, '9999-12-31', 9_999_999_999)).toMatch(/^[A-Za-z0-9+\-_/]{1,35}$/);
  });

  it('has different default series for each kind', () => {
    const numbers = SERIES_KINDS.map((kind) => formatNumber(DEFAULT_SERIES[kind].pattern, '2026-11-21', 1));
    expect(numbers).toEqual(['INV-2026-00001', 'QUO-2026-00001', 'CN-2026-00001']);
  });
});

describe('seriesPeriod', () => {
  it.each<[SeriesReset, string, string]>([
    ['Yearly', '2026-01-01', '2026'],
    ['Yearly', '2026-12-31', '2026'],
    ['Yearly', '2027-01-01', '2027'],
    ['Monthly', '2026-11-30', '2026-11'],
    ['Monthly', '2026-12-01', '2026-12'],
    ['Never', '2026-12-01', 'all'],
  ])('%s of %s is %s', (reset, date, period) => {
    expect(seriesPeriod(reset, date)).toBe(period);
  });

  it.each<[string, SeriesReset]>([
    ['{YY}{#}', 'Yearly'],
    ['{#}{YY}', 'Yearly'],
    ['{#}{MM}{YY}', 'Monthly'],
    ['{YY}{#}{MM}', 'Monthly'],
    ['{#}', 'Never'],
  ])('%s, %s never repeats a number', (pattern, reset) => {
    const dates = ['2026-01-31', '2026-02-28', '2026-11-30', '2026-12-31', '2027-01-01', '2027-11-30'];
    const seen = new Map<string, string>();
    for (const date of dates) {
      for (const value of [1, 2, 11, 26, 111, 126, 261]) {
        const count = `${seriesPeriod(reset, date)} ${value}`;
        const number = formatNumber(pattern, date, value);
        expect(seen.get(number) ?? count).toBe(count);
        seen.set(number, count);
      }
    }
  });
});

describe('numberForm', () => {
  const read = (pattern: string, number: string) => {
    const { expression, counter, before, after, year, month } = numberForm(pattern);
    const groups = new RegExp(expression).exec(number);
    if (!groups) return undefined;
    expect(groups[counter]).toBe(number.slice(before, number.length - after));
    const text = (part: NumberPart | null): string | null => {
      if (!part) return null;
      const from = part.at < 0 ? number.length + part.at : part.at;
      return number.slice(from, from + part.length);
    };
    return { counter: Number(groups[counter]), year: text(year), month: text(month) };
  };

  it.each([
    'INV-{YYYY}-{#####}',
    '{YY}{MM}/{###}+A_b',
    '{#}',
    '{YYYY}{#}',
    '{YY}{#}{MM}',
    '{#}{MM}{YYYY}',
    '{MM}{YYYY}{YY}{##}{YYYY}',
    '2026{##########}',
  ])('reads back what %s prints', (pattern) => {
    for (const date of ['2026-01-31', '2026-11-30', '2031-12-01']) {
      for (const counter of [1, 9, 10, 99, 1_120, 26_111, 999_999_999]) {
        expect(read(pattern, formatNumber(pattern, date, counter))).toEqual({
          counter,
          year: pattern.includes('{YYYY}') ? date.slice(0, 4) : pattern.includes('{YY}') ? date.slice(2, 4) : null,
          month: pattern.includes('{MM}') ? date.slice(5, 7) : null,
        });
      }
    }
  });

  it.each([
    ['INV-{YYYY}-{#####}', 'INV-2026-0042'],
    ['INV-{YYYY}-{####}', 'INV-2026-00042'],
    ['INV-{YYYY}-{#####}', 'INV-2026-00042x'],
    ['INV-{YYYY}-{#####}', 'xINV-2026-00042'],
    ['A+{#}', 'AA1'],
    ['{YYYY}{MM}{#}', '2026131'],
    ['{YYYY}{#}', '00421'],
    ['{#}', '01'],
    ['{#}', '12345678901'],
  ])('%s does not print %s', (pattern, number) => {
    expect(read(pattern, number)).toBeUndefined();
  });
});
