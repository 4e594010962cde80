export interface PostalAddress {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Countries that print the postal code below the town, by the addressing guides of the Universal Postal Union. */
const CODE_BENEATH_TOWN = new Set(['GB', 'IE', 'GG', 'JE', 'IM', 'GI', 'MT', 'ZA']);
const CODE_AFTER_REGION = new Set(['US', 'CA', 'AU', 'NZ', 'IN', 'SG']);

/**
 * The non-empty lines of an address in postal order.
 * @param country the name of the country for the last line; undefined for domestic letters
 */
export function addressLines(address: PostalAddress, country: string | undefined): string[] {
  const { line1, line2, postalCode, city, region } = address;
  const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
  const place = CODE_BENEATH_TOWN.has(address.country)
    ? [city, region, postalCode]
    : CODE_AFTER_REGION.has(address.country)
      ? [words(city, region, postalCode)]
      : [words(postalCode, city), region];
  return [line1, line2, ...place, country].flatMap((line) => (line ? [line] : []));
}
