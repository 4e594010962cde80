import { createRequire } from 'node:module';
import type { Address, PdfLocale } from './pdf-source.js';

// The package itself loads all its eighty languages; and Intl.DisplayNames says what this Node's ICU says, not the next one's.
const require = createRequire(import.meta.url);

const NAMES: Record<PdfLocale, CountryNames> = { en: load('en'), fr: load('fr') };

type CountryNames = ReadonlyMap<string, string>;

/** A file of the package: names by code, where the first of several is the usual one. */
function load(locale: PdfLocale): CountryNames {
  const file: unknown = require(`i18n-iso-countries/langs/${locale}.json`);
  if (typeof file !== 'object' || file === null || !('countries' in file)) throw new Error('no country names');
  const entries: [string, unknown][] = Object.entries(file.countries ?? {});
  return new Map(entries.map(([code, names]) => [code, String(Array.isArray(names) ? names[0] : names)]));
}

export function countryName(code: string, locale: PdfLocale): string {
  return NAMES[locale].get(code) ?? code;
}

/** Where the code does not stand before the town, as in most of the world: by the addressing guides of the Universal Postal Union. */
const CODE_BENEATH_TOWN = new Set(['GB', 'IE', 'GG', 'JE', 'IM', 'GI', 'MT', 'ZA']);
const CODE_AFTER_REGION = new Set(['US', 'CA', 'AU', 'NZ', 'IN', 'SG']);

/**
 * The lines of an address as the post wants them, without empty ones; the country last, in capitals.
 * @param home the country that is not named, because the letter never leaves it
 */
export function addressLines(address: Address, locale: PdfLocale, home?: string): string[] {
  const { line1, line2, postalCode, city, region, country } = address;
  const foreign = country === home ? undefined : countryName(country, locale).toUpperCase();
  const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
  const place = CODE_BENEATH_TOWN.has(country)
    ? [city, region, postalCode]
    : CODE_AFTER_REGION.has(country)
      ? [words(city, region, postalCode)]
      : [words(postalCode, city), region];
  return [line1, line2, ...place, foreign].flatMap((line) => (line ? [line] : []));
}
