import { isDate } from '@billhook/ui/typed-date';

const dayStart = (date: string, days: number): Date => {
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number);
  // Not 24 hours more: a day with a change of the clock has 23 or 25.
  return new Date(year, month - 1, day + days);
};

/** The first instant of a day in the reader's time zone; undefined if the text is not a date, as "2026-11-21". */
export const startOfDay = (date: string): string | undefined =>
  isDate(date) ? dayStart(date, 0).toISOString() : undefined;

/** The end of a day, which is the start of the next one. */
export const endOfDay = (date: string): string | undefined =>
  isDate(date) ? dayStart(date, 1).toISOString() : undefined;

const two = (value: number): string => String(value).padStart(2, '0');

/** The day of an instant in the reader's time zone; '' for none. */
export function dayOf(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last day before an instant: that of `endOfDay`. */
export const dayBefore = (instant: string | undefined): string =>
  dayOf(instant && new Date(Date.parse(instant) - 1).toISOString());
