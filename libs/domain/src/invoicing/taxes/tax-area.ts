/** The place of goods before or after transport: the ISO 3166-1 country, and the postal code to distinguish territories. */
export interface Place {
  readonly country: string;
  readonly postalCode?: string | undefined;
}

/** The member states of the European Union, ISO 3166-1. */
export const MEMBER_STATES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Prefixes of VAT numbers that differ from the country: Greece, and Northern Ireland, which counts as a member state for goods. */
const STATE_OF_PREFIX: Readonly<Record<string, string>> = { EL: 'GR', XI: 'XI' };

/**
 * Postal codes of territories of member states outside the VAT area: Directive 2006/112/EC article 6 (the Canary Islands, Ceuta, Melilla,
 * Heligoland, Büsingen, Livigno, Campione, Mount Athos, Åland) and the French overseas departments.
 */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  ES: /^(35|38|51|52)/,
  DE: /^(27498|78266)/,
  IT: /^(23041|22061)/,
  GR: /^6308[67]/,
  FR: /^(97|98[678])/,
  FI: /^22/,
};

/** The state that issued a VAT number if it is in the VAT area of the EU, otherwise undefined. */
export function memberStateOf(vatNumber: string | null | undefined): string | undefined {
  const prefix = vatNumber?.slice(0, 2) ?? '';
  const state = STATE_OF_PREFIX[prefix] ?? prefix;
  return prefix !== 'GR' && (state === 'XI' || MEMBER_STATES.has(state)) ? state : undefined;
}

/**
 * The state of the EU VAT area for a place, undefined outside it. Monaco counts as France (article 7), Northern Ireland as `XI`
 * (protocol of 2019), which its postal code or the VAT number of the party identifies.
 */
export function vatStateOf({ country, postalCode = '' }: Place, vatNumber?: string | null): string | undefined {
  if (country === 'MC') return 'FR';
  if (country === 'GB') return /^BT/i.test(postalCode) || memberStateOf(vatNumber) === 'XI' ? 'XI' : undefined;
  if (!MEMBER_STATES.has(country)) return undefined;
  return OUTSIDE[country]?.test(postalCode.replace(/\s/g, '')) ? undefined : country;
}
