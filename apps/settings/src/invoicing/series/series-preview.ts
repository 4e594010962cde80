import { checkPattern, formatNumber, numberForm, type SeriesReset } from '@billhook/domain/invoicing/series';

export type PatternError = 'counterRequired' | 'yearRequired' | 'monthRequired' | 'formatInvalid';

/** The kind of error of a pattern, which has a text in each language; undefined for a valid pattern. */
export function patternError(pattern: string, reset: SeriesReset): PatternError | undefined {
  if (checkPattern(pattern, reset) === undefined) return undefined;
  if (checkPattern(pattern, 'Never') === undefined) return reset === 'Yearly' ? 'yearRequired' : 'monthRequired';
  return [...pattern.matchAll(/\{#+\}/g)].length === 1 ? 'formatInvalid' : 'counterRequired';
}

/** The counter in a number of this pattern: 43 in INV-2026-00043. */
export function counterOf(number: string, pattern: string): number | undefined {
  const form = numberForm(pattern);
  const count = new RegExp(form.expression).exec(number)?.[form.counter];
  return count === undefined ? undefined : Number(count);
}

/** The members of a series that determine its next numbers. */
export interface Counting {
  readonly pattern: string;
  readonly reset: SeriesReset;
  readonly start: number;
}

/**
 * The next numbers for documents of `today`.
 * @param series the edited series, with a pattern that `patternError` accepts
 * @param now the stored series, if there is one: its counter continues unless the period changes
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
