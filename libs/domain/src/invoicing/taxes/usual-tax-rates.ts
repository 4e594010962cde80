/**
 * Standard and reduced VAT rates by country, highest first: Taxes in Europe Database of the European Commission, HMRC, ESTV, Skatteetaten,
 * as of 2026. A new company gets the rates of its country and can change them in the settings.
 */
const RATES: Readonly<Record<string, string>> = {
  AT: '20 13 10',
  BE: '21 12 6',
  BG: '20 9',
  CH: '8.1 3.8 2.6',
  CY: '19 9 5 3',
  CZ: '21 12',
  DE: '19 7',
  DK: '25',
  EE: '24 13 9',
  ES: '21 10 4',
  FI: '25.5 13.5 10',
  FR: '20 10 5.5 2.1',
  GB: '20 5',
  GR: '24 13 6',
  HR: '25 13 5',
  HU: '27 18 5',
  IE: '23 13.5 9 4.8',
  IT: '22 10 5 4',
  LI: '8.1 3.8 2.6',
  LT: '21 12 5',
  LU: '17 14 8 3',
  LV: '21 12 5',
  MC: '20 10 5.5 2.1',
  MT: '18 12 7 5',
  NL: '21 9',
  NO: '25 15 12',
  PL: '23 8 5',
  PT: '23 13 6',
  RO: '21 11',
  SE: '25 12 6',
  SI: '22 9.5 5',
  SK: '23 19 5',
};

/** The usual rates of a country in percent, the standard rate first; empty for other countries. */
export function usualTaxRates(country: string | undefined): readonly string[] {
  return RATES[country ?? '']?.split(' ') ?? [];
}
