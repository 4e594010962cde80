import { createRequire } from 'node:module';
import { addressLines, type PostalAddress } from '@billhook/domain/invoicing/address-lines';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

// The package's entry loads all eighty languages, and Intl.DisplayNames depends on the ICU version of Node.
const require = createRequire(import.meta.url);

const NAMES: Record<DocumentLocale, CountryNames> = { en: load('en'), fr: load('fr') };

type CountryNames = ReadonlyMap<string, string>;

/** Loads names by code from a file of the package; the first of several names is the usual one. */
function load(locale: DocumentLocale): CountryNames {
  const file: unknown = require(`i18n-iso-countries/langs/${locale}.json`);
  if (typeof file !== 'object' || file === null || !('countries' in file)) throw new Error('no country names');
  const entries: [string, unknown][] = Object.entries(file.countries ?? {});
  return new Map(entries.map(([code, names]) => [code, String(Array.isArray(names) ? names[0] : names)]));
}

export function countryName(code: string, locale: DocumentLocale): string {
  return NAMES[locale].get(code) ?? code;
}

/**
 * The lines of an address, with the country last, in capitals.
 * @param home the country to leave out, for domestic mail
 */
export function postalLines(address: PostalAddress, locale: DocumentLocale, home?: string): string[] {
  const { country } = address;
  return addressLines(address, country === home ? undefined : countryName(country, locale).toUpperCase());
}
