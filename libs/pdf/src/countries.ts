import { createRequire } from 'node:module';
import { addressLines, type PostalAddress } from '@billhook/domain/invoicing/address-lines';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

// The package itself loads all its eighty languages; and Intl.DisplayNames says what this Node's ICU says, not the next one's.
const require = createRequire(import.meta.url);

const NAMES: Record<DocumentLocale, CountryNames> = { en: load('en'), fr: load('fr') };

type CountryNames = ReadonlyMap<string, string>;

/** A file of the package: names by code, where the first of several is the usual one. */
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
 * The lines of an address, the country last, in capitals.
 * @param home the country that is not named, because the letter never leaves it
 */
export function postalLines(address: PostalAddress, locale: DocumentLocale, home?: string): string[] {
  const { country } = address;
  return addressLines(address, country === home ? undefined : countryName(country, locale).toUpperCase());
}
