import { describe, expect, it } from '@jest/globals';
import { sharedNumber } from './series-overlap.js';
import { numberForm } from './series.js';

describe('a number that two patterns share', () => {
  it.each<[string, string, string | undefined]>([
    ['INV-{YYYY}-{#####}', 'INV-{YYYY}-{#####}', 'INV-2026-00001'],
    ['INV-{YYYY}-{####}', 'INV-{YYYY}-{#####}', 'INV-2026-10001'],
    ['{####}', '{#####}', '10001'],
    ['{#}', '{##########}', '1000000001'],
    ['{YYYY}-1{###}', '{YYYY}-{####}', '2026-1001'],
    ['F{#}', 'F1{#}', 'F11'],
    ['{YYYY}{MM}{###}', '{YYYY}{#####}', '202611001'],
    ['{YY}{######}', '{YYYY}{####}', '26000001'],
    ['INV-{YYYY}{#}', 'INV-{#}', 'INV-20261'],
    ['A{MM}-{#}', 'A12-{#}', 'A12-1'],
    ['INV-{YYYY}-{#####}', 'CN-{YYYY}-{#####}', undefined],
    ['INV-{YYYY}-{####}', 'INV-{YY}-{####}', undefined],
    ['INV-{YYYY}-{####}', 'INV-{YYYY}{MM}-{####}', undefined],
    ['A{MM}-{#}', 'A13-{#}', undefined],
    ['A{MM}-{#}', 'A00-{#}', undefined],
    ['{YYYY}-{#}', '1800-{#}', undefined],
    ['inv-{#}', 'INV-{#}', undefined],
    ['{#}-A', '{#}-B', undefined],
    ['{##########}', '{YYYY}/{#}', undefined],
  ])('%s and %s: %s', (a, b, number) => {
    expect(sharedNumber(a, b)).toBe(number);
    const back = sharedNumber(b, a);
    expect(back === undefined).toBe(number === undefined);
    for (const shared of [number, back]) {
      if (shared === undefined) continue;
      for (const pattern of [a, b]) expect(shared).toMatch(new RegExp(numberForm(pattern).expression));
    }
  });

  it('is found quickly in the longest patterns', () => {
    const months = '{MM}'.repeat(12);
    expect(sharedNumber(`${months}A{#}`, `${months}B{#}`)).toBeUndefined();
    expect(sharedNumber(`${months}{#}`, `${months}{##}`)).toHaveLength(26);
  });
});
