/** The kinds of number series. This file formats numbers; the database counts them. */
export const SERIES_KINDS = ['Invoice', 'Quote', 'CreditNote'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** Kinds that share a number space: EN 16931 has one for the invoices and credit notes of a seller. */
export const NUMBER_SPACE: Record<SeriesKind, readonly SeriesKind[]> = {
  Invoice: ['Invoice', 'CreditNote'],
  CreditNote: ['Invoice', 'CreditNote'],
  Quote: ['Quote'],
};

/** The kinds whose numbers must follow their issue dates, as VAT law requires for invoices. Quotes belong to no tax period. */
const CHRONOLOGICAL: readonly SeriesKind[] = ['Invoice', 'CreditNote'];

/** Whether a document of the kind is rejected if its date precedes the last one of its series. */
export const followsDates = (kind: SeriesKind): boolean => CHRONOLOGICAL.includes(kind);

/** When the counter of a series restarts. */
export const SERIES_RESETS = ['Yearly', 'Monthly', 'Never'] as const;
export type SeriesReset = (typeof SERIES_RESETS)[number];

/** The initial series of every company. */
export const DEFAULT_SERIES: Record<SeriesKind, { code: 'default'; pattern: string; reset: 'Yearly' }> = {
  Invoice: { code: 'default', pattern: 'INV-{YYYY}-{#####}', reset: 'Yearly' },
  Quote: { code: 'default', pattern: 'QUO-{YYYY}-{#####}', reset: 'Yearly' },
  CreditNote: { code: 'default', pattern: 'CN-{YYYY}-{#####}', reset: 'Yearly' },
};

/** The longest invoice number that French e-invoicing (BR-FR-01) and Peppol accept. */
const LONGEST_NUMBER = 35;
/** The maximum number of digits of a counter. */
export const MOST_DIGITS = 10;

/** A token with its braces, or any other single character. A brace without its counterpart is a character. */
const PARTS = /\{[^{}]*\}|[^]/gu;
const COUNTER = /^\{(#+)\}$/;
const LITERAL = /^[A-Za-z0-9+\-_/]$/;
const DATE_TOKENS: Readonly<Record<string, (issueDate: string) => string>> = {
  '{YYYY}': (issueDate) => issueDate.slice(0, 4),
  '{YY}': (issueDate) => issueDate.slice(2, 4),
  '{MM}': (issueDate) => issueDate.slice(5, 7),
};

const partsOf = (pattern: string): string[] => pattern.match(PARTS) ?? [];

/** The parts of a pattern in their order. `hashes` is 0 for all but the counter. */
export const patternParts = (pattern: string): { readonly text: string; readonly hashes: number }[] =>
  partsOf(pattern).map((text) => ({ text, hashes: COUNTER.exec(text)?.[1]?.length ?? 0 }));

/** A sample date to measure lengths: all dates have the same length. */
const ANY_DATE = '2026-12-31';
const LARGEST = 10 ** MOST_DIGITS - 1;

function partError(part: string): string | undefined {
  const counter = COUNTER.exec(part)?.[1];
  if (counter !== undefined) {
    return counter.length > MOST_DIGITS ? `must have at most ${MOST_DIGITS} # in the counter` : undefined;
  }
  if (part in DATE_TOKENS || LITERAL.test(part)) return undefined;
  if (part.length > 1) return `may contain {YYYY}, {YY}, {MM} and a counter such as {#####}, but not ${part}`;
  return `may contain letters, digits and + - _ / besides its tokens, but not ${JSON.stringify(part)}`;
}

/**
 * What is wrong with a pattern, in words that follow its name ("takes exactly one counter …"), or undefined.
 * A series that restarts must name its period, or it would repeat numbers.
 */
export function checkPattern(pattern: string, reset: SeriesReset): string | undefined {
  const parts = partsOf(pattern);
  const error = parts.map(partError).find((text) => text !== undefined);
  if (error !== undefined) return error;
  if (parts.filter((part) => COUNTER.test(part)).length !== 1)
    return 'must contain exactly one counter, such as {#####}';
  const hasYear = parts.includes('{YYYY}') || parts.includes('{YY}');
  if (reset === 'Yearly' && !hasYear) return 'must contain {YYYY} or {YY}, because the series restarts every year';
  if (reset === 'Monthly' && !(hasYear && parts.includes('{MM}'))) {
    return 'must contain {YYYY} or {YY}, and {MM}, because the series restarts every month';
  }
  const { length } = formatNumber(pattern, ANY_DATE, LARGEST);
  if (length <= LONGEST_NUMBER) return undefined;
  return `must produce numbers of at most ${LONGEST_NUMBER} characters: with a counter of ${MOST_DIGITS} digits they have ${length}`;
}

/** The period of a document date (`2026-11-21`): `2026`, `2026-11`, or `all`. */
export function seriesPeriod(reset: SeriesReset, issueDate: string): string {
  if (reset === 'Never') return 'all';
  return issueDate.slice(0, reset === 'Yearly' ? 4 : 7);
}

/**
 * `INV-{YYYY}-{#####}` with 2026-11-21 and 42 gives `INV-2026-00042`. The counter can have more digits than hashes.
 * @param pattern without errors of `checkPattern`
 * @throws RangeError unless `value` is a whole number from 1 to 9,999,999,999, the range of `checkPattern`
 */
export function formatNumber(pattern: string, issueDate: string, value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > LARGEST) {
    throw new RangeError(`the counter of a series goes from 1 to ${LARGEST}, not to ${value}`);
  }
  return partsOf(pattern)
    .map((part) => {
      const counter = COUNTER.exec(part)?.[1];
      if (counter !== undefined) return String(value).padStart(counter.length, '0');
      return DATE_TOKENS[part]?.(issueDate) ?? part;
    })
    .join('');
}

/** The position of a part of a number: characters from the start, or from the end if negative. */
export interface NumberPart {
  readonly at: number;
  readonly length: number;
}

export interface NumberForm {
  /** A regular expression with the same meaning in PostgreSQL and JavaScript. */
  readonly expression: string;
  /** The index of the group that matches the counter. */
  readonly counter: number;
  /** The number of characters before and after the counter, the only part of variable length. */
  readonly before: number;
  readonly after: number;
  /** With four digits or two; null if the pattern does not contain it. */
  readonly year: NumberPart | null;
  readonly month: NumberPart | null;
}

const DATE_FORMS: Readonly<Record<string, string>> = {
  // The years that documents can have.
  '{YYYY}': '(?:19[0-9]{2}|2[0-9]{3})',
  '{YY}': '[0-9]{2}',
  '{MM}': '(?:0[1-9]|1[0-2])',
};

function formOf(part: string): string {
  const hashes = COUNTER.exec(part)?.[1]?.length;
  if (hashes === undefined) return DATE_FORMS[part] ?? part.replace('+', '[+]');
  const padded = `[0-9]{${hashes}}`;
  return hashes < MOST_DIGITS ? `(${padded}|[1-9][0-9]{${hashes},${MOST_DIGITS - 1}})` : `(${padded})`;
}

/**
 * The form of the numbers of a pattern, to find existing numbers that it would repeat.
 * @param pattern without errors of `checkPattern`
 */
export function numberForm(pattern: string): NumberForm {
  const parts = partsOf(pattern);
  const counter = parts.findIndex((part) => COUNTER.test(part));
  const width = (some: readonly string[]): number =>
    some.reduce((sum, part) => sum + (DATE_TOKENS[part]?.(ANY_DATE).length ?? 1), 0);
  const place = (token: string): NumberPart | null => {
    const index = parts.indexOf(token);
    if (index < 0) return null;
    const at = index < counter ? width(parts.slice(0, index)) : -width(parts.slice(index));
    return { at, length: width([token]) };
  };
  return {
    expression: `^${parts.map(formOf).join('')}$`,
    counter: 1,
    before: width(parts.slice(0, counter)),
    after: width(parts.slice(counter + 1)),
    year: place('{YYYY}') ?? place('{YY}'),
    month: place('{MM}'),
  };
}
