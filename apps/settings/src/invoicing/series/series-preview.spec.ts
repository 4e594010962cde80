import { describe, expect, it } from '@jest/globals';
import { counterOf, nextNumbers, patternError } from './series-preview.js';

const TODAY = '2026-11-21';
const now = { pattern: 'INV-{YYYY}-{#####}', reset: 'Yearly', start: 1, nextNumber: 'INV-2026-00043' } as const;

describe('the kind of error of a pattern', () => {
  it.each([
    ['INV-{YYYY}-{#####}', 'Yearly', undefined],
    ['INV-{YYYY}', 'Yearly', 'counterRequired'],
    ['{YYYY}-{##}-{##}', 'Yearly', 'counterRequired'],
    ['INV-{####}', 'Yearly', 'yearRequired'],
    ['INV-{YYYY}-{####}', 'Monthly', 'monthRequired'],
    ['INV {YYYY}-{####}', 'Yearly', 'formatInvalid'],
    ['{DD}-{YYYY}-{####}', 'Yearly', 'formatInvalid'],
    ['A-VERY-LONG-PREFIX-OF-NUMBERS-{YYYY}-{####}', 'Yearly', 'formatInvalid'],
  ] as const)('%s, %s', (pattern, reset, error) => {
    expect(patternError(pattern, reset)).toBe(error);
  });
});

describe('the next numbers', () => {
  it('continue the series', () => {
    expect(nextNumbers(now, now, TODAY)).toEqual(['INV-2026-00043', 'INV-2026-00044', 'INV-2026-00045']);
  });

  it('keep the counter with a new pattern', () => {
    expect(nextNumbers({ ...now, pattern: 'F{YY}/{###}' }, now, TODAY, 1)).toEqual(['F26/043']);
  });

  it('restart with another period, and in a new series', () => {
    const monthly = { pattern: 'INV-{YYYY}{MM}-{###}', reset: 'Monthly', start: 7 } as const;
    expect(nextNumbers(monthly, now, TODAY, 1)).toEqual(['INV-202611-007']);
    expect(nextNumbers(monthly, undefined, TODAY, 2)).toEqual(['INV-202611-007', 'INV-202611-008']);
  });

  it('use the counter of the last number', () => {
    expect([counterOf('INV-2026-00043', now.pattern), counterOf('X', now.pattern)]).toEqual([43, undefined]);
  });
});
