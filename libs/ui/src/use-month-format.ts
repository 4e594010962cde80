import { localeOf } from './format.js';
import { useLanguage } from './use-texts.js';

/** The formats of a plot by month: dates are calendar dates, such as 2026-11-01. */
export interface MonthFormat {
  /** "November 2026" */
  month(date: string): string;
  /** The same without its year, for axes: "Nov". */
  shortMonth(date: string): string;
  /** A large number in few characters, for axes: "12.5K". */
  compact(value: number): string;
}

function createMonthFormat(locale: string): MonthFormat {
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  return {
    month: (date) => month.format(new Date(`${date}T00:00:00Z`)),
    shortMonth: (date) => shortMonth.format(new Date(`${date}T00:00:00Z`)),
    compact: (value) => compact.format(value),
  };
}

const known = new Map<string, MonthFormat>();

/** The formats of months in the current language. Apart from `useFormat`, because pages without a plot need none of them. */
export function useMonthFormat(): MonthFormat {
  const locale = localeOf(useLanguage(), navigator.languages);
  const format = known.get(locale) ?? createMonthFormat(locale);
  known.set(locale, format);
  return format;
}
