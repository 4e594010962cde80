/** The form of a postal code, where it is not four to six digits. */
const POSTAL_CODES: Readonly<Record<string, string>> = {
  CZ: '\\d{3} ?\\d{2}',
  GR: '\\d{3} ?\\d{2}',
  NL: '\\d{4} ?[A-Z]{2}',
  PL: '\\d{2}-\\d{3}',
  PT: '\\d{4}-\\d{3}',
  SE: '\\d{3} ?\\d{2}',
  SK: '\\d{3} ?\\d{2}',
};

/** "10 Downing Street, London SW1A 2AA": the code follows the town. */
const BRITISH = /^(?<line1>.+)[,\n;] *(?<city>[^,\d\n]+?),? +(?<postalCode>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/iu;

/** In these countries an address has a state, or the order of its parts differs. */
const OTHER_ORDER: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'KR', 'MX', 'US']);

/** Whether addresses of a country can be split. */
export const splitsAddresses = (country: string): boolean => !OTHER_ORDER.has(country);

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
  if (!splitsAddresses(country)) return undefined;
  const code = POSTAL_CODES[country] ?? '\\d{4,6}';
  const usual = `^(?<line1>.+)[,\\n;] *(?:[A-Z]{1,3}-)?(?<postalCode>${code}) +(?<city>\\p{L}[^,\\d\\n]*)$`;
  const found = (country === 'GB' ? BRITISH : new RegExp(usual, 'su')).exec(text.trim().replace(/\s*\n\s*/g, '\n'));
  if (!found?.groups) return undefined;
  const { line1 = '', postalCode = '', city = '' } = found.groups;
  return { line1: line1.replaceAll('\n', ', ').replace(/[,\s]+$/, ''), postalCode, city: city.trim() };
}
