/** The values that only the text of the API contains. */
export interface ErrorFacts {
  /** The code that is probably meant. */
  readonly meant?: string;
  /** The length of an IBAN. */
  readonly iban?: { readonly country: string; readonly expected: string; readonly given: string };
}

export function errorFacts(message: string): ErrorFacts {
  const meant = /did you mean ([^?]+)\?/.exec(message)?.[1]?.replace(' or ', ', ');
  const [, country, expected, given] = /an IBAN of (\w+) has (\d+) characters, this one has (\d+)/.exec(message) ?? [];
  return {
    ...(meant && { meant }),
    ...(country && expected && given && { iban: { country, expected, given } }),
  };
}
