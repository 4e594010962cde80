/** Number series. What is taken, and how it survives a rollback, is the database's part; here is what a number looks like. */
export const SERIES_KINDS = ['Invoice', 'Quote', 'CreditNote'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** The kinds whose documents never have the same number: EN 16931 knows one number space for invoices and credit notes of a seller. */
export const NUMBER_SPACE: Record<SeriesKind, readonly SeriesKind[]> = {
  Invoice: ['Invoice', 'CreditNote'],
  CreditNote: ['Invoice', 'CreditNote'],
  Quote: ['Quote'],
};

/** The kinds whose numbers follow their issue dates, as the law asks of invoices. A quote is an offer, and of no tax period. */
const CHRONOLOGICAL: readonly SeriesKind[] = ['Invoice', 'CreditNote'];

/** Whether a document of the kind is refused with a date before the last one of its series. */
export const followsDates = (kind: SeriesKind): boolean => CHRONOLOGICAL.includes(kind);

/** When a series starts again. */
export const SERIES_RESETS = ['Yearly', 'Monthly', 'Never'] as const;
export type SeriesReset = (typeof SERIES_RESETS)[number];

/** The series that every company has. */
export const DEFAULT_SERIES: Record<SeriesKind, { code: 'default'; pattern: string; reset: 'Yearly' }> = {
  Invoice: { code: 'default', pattern: 'INV-{YYYY}-{#####}', reset: 'Yearly' },
  Quote: { code: 'default', pattern: 'QUO-{YYYY}-{#####}', reset: 'Yearly' },
  CreditNote: { code: 'default', pattern: 'CN-{YYYY}-{#####}', reset: 'Yearly' },
};

/** What French e-invoicing (BR-FR-01) and Peppol take of an invoice number. */
const LONGEST_NUMBER = 35;
const MOST_DIGITS = 10;

/** A token with its braces, or any other character alone: a brace that is alone belongs to no token. */
const PARTS = /\{[^{}]*\}|[^]/gu;
const COUNTER = /^\{(#+)\}$/;
const LITERAL = /^[A-Za-z0-9+\-_/]$/;
const DATE_TOKENS: Readonly<Record<string, (issueDate: string) => string>> = {
  '{YYYY}': (issueDate) => issueDate.slice(0, 4),
  '{YY}': (issueDate) => issueDate.slice(2, 4),
  '{MM}': (issueDate) => issueDate.slice(5, 7),
};

const partsOf = (pattern: string): string[] => pattern.match(PARTS) ?? [];

/** A number that is as good as any to measure by: every date is as long as every other. */
const ANY_DATE = '2026-12-31';
const LARGEST = 10 ** MOST_DIGITS - 1;

function partFault(part: string): string | undefined {
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
 * The pattern of a series that starts again must name the period, or a number would be given twice.
 */
export function checkPattern(pattern: string, reset: SeriesReset): string | undefined {
  const parts = partsOf(pattern);
  const fault = parts.map(partFault).find((text) => text !== undefined);
  if (fault !== undefined) return fault;
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

/** The period that a document of this date (`2026-11-21`) counts in: `2026`, `2026-11`, or `all`. */
export function seriesPeriod(reset: SeriesReset, issueDate: string): string {
  if (reset === 'Never') return 'all';
  return issueDate.slice(0, reset === 'Yearly' ? 4 : 7);
}

/**
 * `INV-{YYYY}-{#####}` of 2026-11-21 and 42 is `INV-2026-00042`. The counter grows beyond its hashes when it must.
 * @param pattern one that `checkPattern` finds no fault with
 * @throws RangeError unless `value` is a whole number from 1 to 9,999,999,999, for which the pattern was checked
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

/** Where a part of a number stands: characters from its start, or when negative from its end. */
export interface NumberPart {
  readonly at: number;
  readonly length: number;
}

export interface NumberForm {
  /** A regular expression that PostgreSQL and JavaScript read alike. */
  readonly expression: string;
  /** The group of the expression that holds the counter. */
  readonly counter: number;
  /** How many characters stand before the counter, and how many after it: it alone varies in length. */
  readonly before: number;
  readonly after: number;
  /** Of four digits or two; null where the pattern does not name it. */
  readonly year: NumberPart | null;
  readonly month: NumberPart | null;
}

const DATE_FORMS: Readonly<Record<string, string>> = {
  // The years that the calendar of documents has.
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
 * What the numbers of a pattern look like, to find those that exist and that it would print again.
 * @param pattern one that `checkPattern` finds no fault with
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
