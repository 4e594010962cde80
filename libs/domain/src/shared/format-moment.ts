import type { DocumentLocale } from './format-amount.js';
import { formatDay } from './format-day.js';

const BETWEEN: Readonly<Record<DocumentLocale, string>> = { en: ', ', fr: ' à ' };

/** A moment in words, to the minute and in UTC, because its reader can be in any time zone: `31 December 2026, 09:30 UTC`. */
export function formatMoment(at: Date, locale: DocumentLocale): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  return `${formatDay(day, locale)}${BETWEEN[locale]}${time.slice(0, 5)} UTC`;
}
