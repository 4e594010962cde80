import type { DocumentLocale } from './format-amount.js';

/** The month in words, because 01/02/2026 is a different day in Europe and America. */
const MONTHS: Readonly<Record<DocumentLocale, readonly string[]>> = {
  en: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
  fr: [
    ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin'],
    ...['juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
  ],
};

/**
 * A calendar date in words: `31 December 2026`, `1er janvier 2027`.
 * @param date `YYYY-MM-DD`
 * @throws RangeError for a text in another format
 */
export function formatDay(date: string, locale: DocumentLocale): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  const name = MONTHS[locale][Number(month) - 1];
  if (year === undefined || name === undefined) throw new RangeError(`not a calendar date: ${date}`);
  const number = Number(day);
  return `${number}${locale === 'fr' && number === 1 ? 'er' : ''} ${name} ${year}`;
}
