const names = new Map<string, Intl.DisplayNames>();

/**
 * The name of a country in a language, or its code if the browser has none. `Intl` objects are expensive, so they are cached.
 * @param code ISO 3166-1 alpha-2
 */
export function countryName(code: string, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, known);
  return known.of(code) ?? code;
}
