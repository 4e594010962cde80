import { checkPattern, formatNumber, numberForm, type SeriesReset } from '@billhook/domain/invoicing/numbering';

export type PatternError = 'faultCounter' | 'faultYear' | 'faultMonth' | 'faultForm';

/** What is wrong with a pattern, in a kind that has words in each language; undefined for a good one. */
export function patternError(pattern: string, reset: SeriesReset): PatternError | undefined {
  if (checkPattern(pattern, reset) === undefined) return undefined;
  if (checkPattern(pattern, 'Never') === undefined) return reset === 'Yearly' ? 'faultYear' : 'faultMonth';
  return [...pattern.matchAll(/\{#+\}/g)].length === 1 ? 'faultForm' : 'faultCounter';
}

/** The count in a number of that pattern: 43 of INV-2026-00043. */
export function counterOf(number: string, pattern: string): number | undefined {
  const form = numberForm(pattern);
  const count = new RegExp(form.expression).exec(number)?.[form.counter];
  return count === undefined ? undefined : Number(count);
}

/** A series as far as its next numbers are concerned. */
export interface Counting {
  readonly pattern: string;
  readonly reset: SeriesReset;
  readonly start: number;
}

/**
 * The numbers that the next documents of `today` would get.
 * @param series as it is to be, with a pattern that `patternError` accepts
 * @param now the series as it is, where it exists: its count goes on unless its period changes
 */
export function nextNumbers(
  series: Counting,
  now: (Counting & { readonly nextNumber: string }) | undefined,
  today: string,
  howMany = 3,
): string[] {
  const goesOn = now && now.reset === series.reset && now.start === series.start;
  const from = (goesOn && counterOf(now.nextNumber, now.pattern)) || series.start;
  return Array.from({ length: howMany }, (_, ahead) => formatNumber(series.pattern, today, from + ahead));
}
