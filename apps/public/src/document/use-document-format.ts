import { addressLines, type PostalAddress } from '@billhook/domain/invoicing/address-lines';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { unitName } from '@billhook/domain/invoicing/codes/unit-names';
import {
  documentLocale,
  formatAmount,
  formatNumber,
  formatPercent,
  formatQuantity,
  formatUnitPrice,
  type DocumentLocale,
} from '@billhook/domain/shared/format-amount';
import { countryName } from '@billhook/ui/country-name';
import { useLanguage } from '@billhook/ui/use-texts';
import { useMemo } from 'react';

const NO_BREAK = '\u00a0';

function createFormat(locale: DocumentLocale) {
  const day = new Intl.DateTimeFormat(locale === 'fr' ? 'fr' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale === 'fr' ? 'fr' : 'en-GB', { dateStyle: 'long' });
  const short = new Intl.DateTimeFormat(locale === 'fr' ? 'fr' : 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const date = (calendarDate: string) => day.format(new Date(`${calendarDate}T00:00:00Z`));
  return {
    number: (decimal: string) => formatNumber(decimal, locale),
    /** With its currency: "€1,080.00", "1 080,00 €". */
    money: (amount: string, currency: string) => formatAmount(amount, currency, locale),
    /** "2 days", "1,5 heure" */
    quantity: (quantity: string, unit: string) =>
      `${formatQuantity(quantity, locale)}${NO_BREAK}${unitName(quantity, unit, locale)}`,
    percent: (rate: string) => formatPercent(rate, locale),
    unitPrice: (price: string, currency: string) => formatUnitPrice(price, currencyDigits(currency), locale),
    /** A calendar date, the same day in every time zone. */
    date,
    /** The same for a table: "3 Mar 2026". */
    shortDate: (calendarDate: string) => short.format(new Date(`${calendarDate}T00:00:00Z`)),
    /** The day of an instant, in the reader's time zone. */
    dayOf: (instant: string) => moment.format(new Date(instant)),
    period: ({ start, end }: { readonly start: string; readonly end: string }) =>
      start === end ? date(start) : day.formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`)),
    /** @param home the country that is omitted, because the letter does not leave it */
    address: (address: PostalAddress, home: string | undefined) =>
      addressLines(address, address.country === home ? undefined : countryName(address.country, locale)),
  };
}

export type DocumentFormat = ReturnType<typeof createFormat>;

/** The formats for a document, in the current language. */
export function useDocumentFormat(): DocumentFormat {
  const language = useLanguage();
  return useMemo(() => createFormat(documentLocale(language)), [language]);
}
