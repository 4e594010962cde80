const names = new Map<string, Intl.DisplayNames>();

/**
 * The name of a country in a language, or its code where the browser knows none. `Intl` objects are costly, so they are made once for each.
 * @param code ISO 3166-1 alpha-2
 */
export function countryName(code: string, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, known);
  return known.of(code) ?? code;
}
