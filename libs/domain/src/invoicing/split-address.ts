const DIGITS = { four: '\\d{4}', five: '\\d{5}', spaced: '\\d{3} ?\\d{2}' } as const;

/** The form of a postal code that precedes the town. Without the exact form, a house number such as 1200 could be one. */
const POSTAL_CODES: Readonly<Record<string, string>> = {
  AT: DIGITS.four,
  BE: DIGITS.four,
  BG: DIGITS.four,
  CH: DIGITS.four,
  CY: DIGITS.four,
  CZ: DIGITS.spaced,
  DE: DIGITS.five,
  DK: DIGITS.four,
  EE: DIGITS.five,
  ES: DIGITS.five,
  FI: DIGITS.five,
  FR: DIGITS.five,
  GR: DIGITS.spaced,
  HR: DIGITS.five,
  HU: DIGITS.four,
  IT: DIGITS.five,
  LI: DIGITS.four,
  LT: DIGITS.five,
  LU: DIGITS.four,
  LV: 'LV-\\d{4}',
  MC: DIGITS.five,
  NL: '\\d{4} ?[A-Z]{2}',
  NO: DIGITS.four,
  PL: '\\d{2}-\\d{3}',
  PT: '\\d{4}-\\d{3}',
  RO: '\\d{6}',
  SE: DIGITS.spaced,
  SI: DIGITS.four,
  SK: DIGITS.spaced,
};

/** "10 Downing Street, London SW1A 2AA": the code follows the town. */
const BRITISH =
  /^(?<line1>.+)[,\n;] *(?<city>\p{L}[^,\d\n]*?)[,\s]+(?<postalCode>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/isu;

/** No address is longer. It bounds the work on a text that is pasted. */
const MAX_LENGTH = 500;

/** Whether addresses of a country can be split: an empty country has no form of a postal code. */
export const splitsAddresses = (country: string): boolean => formOf(country) !== undefined;

export interface SplitAddress {
  readonly line1: string;
  readonly postalCode: string;
  readonly city: string;
}

/**
 * The parts of an address on one line or pasted from a letter, such as "8 rue des Tilleuls, 59000 Lille". Undefined unless all of it is
 * understood.
 */
export function splitAddress(text: string, country: string): SplitAddress | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const found = formOf(country)?.exec(linesOf(text).join('\n'));
  if (!found?.groups) return undefined;
  const { line1 = '', postalCode = '', city = '' } = found.groups;
  return { line1: line1.replaceAll('\n', ', ').replace(/[,\s]+$/, ''), postalCode, city: city.trim() };
}

function formOf(country: string): RegExp | undefined {
  if (country === 'GB') return BRITISH;
  const code = POSTAL_CODES[country];
  if (code === undefined) return undefined;
  return new RegExp(`^(?<line1>.+)[,\\n;] *(?:[A-Z]{1,3}-)?(?<postalCode>${code}) +(?<city>\\p{L}[^,\\d\\n]*)$`, 'su');
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
