/* People type dates in many formats; the API accepts one. Dates are calendar dates, without a time zone. */

/** The number of letters that identify a month. */
const SHORTEST_MONTH = 3;
/** Words beside numbers and months: "1er", "22nd", "22 de noviembre". */
const ORDINALS = ['er', 'st', 'nd', 'rd', 'th', 'of', 'de'];

type DateMember = 'year' | 'month' | 'day';

interface LocaleDates {
  /** The parts of a date in the numeric order of the locale. */
  readonly order: readonly DateMember[];
  /** Long and short names, starting with January, as `plain` returns them. */
  readonly months: readonly (readonly string[])[];
}

/** Whether it is a calendar day in the format of the API: 2026-02-30 is not. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isoOf(...numbersIn(text)) === text;
}

/**
 * The typed text in the format of the API: "22 Nov 2026", "22/11/2026" and "2026-11-22" are the same day. Text that is not a date is unchanged, so
 * that the API rejects it by name.
 * @param locale decides whether 3/4 is in March or in April, and names the months
 */
export function dateOf(typed: string, locale: string): string {
  const text = typed.trim();
  return readDate(plain(text, locale), localeOf(locale)) ?? text;
}

function readDate(text: string, locale: LocaleDates): string | undefined {
  const words = text.match(/\p{L}+/gu)?.filter((word) => !ORDINALS.includes(word)) ?? [];
  const numbers: readonly string[] = text.match(/\d+/g) ?? [];
  if (words.length === 0 && numbers.length === 3) return byNumbers(numbers, locale.order);
  if (words.length !== 1 || numbers.length !== 2) return undefined;
  const month = monthNamed(words[0] ?? '', locale);
  const [first = '', second = ''] = numbers;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  return month === undefined ? undefined : isoOf(yearOf(year), month, Number(day));
}

function byNumbers(numbers: readonly string[], usual: readonly DateMember[]): string | undefined {
  const order: readonly DateMember[] = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : usual;
  const at = (member: DateMember): string => numbers[order.indexOf(member)] ?? '';
  return isoOf(yearOf(at('year')), Number(at('month')), Number(at('day')));
}

/** "26" is 2026. Only two and four digits are a year. */
function yearOf(digits: string): number {
  if (digits.length === 2) return 2000 + Number(digits);
  return digits.length === 4 ? Number(digits) : NaN;
}

function monthNamed(word: string, { months }: LocaleDates): number | undefined {
  if (word.length < SHORTEST_MONTH) return undefined;
  const meant = months.flatMap((names, index) => (names.some((name) => name.startsWith(word)) ? [index + 1] : []));
  return meant.length === 1 ? meant[0] : undefined;
}

function numbersIn(iso: string): [number, number, number] {
  const [year = NaN, month = NaN, day = NaN] = iso.split('-').map(Number);
  return [year, month, day];
}

/** Undefined if the calendar has no such day, which `Date` would move to the next month. */
function isoOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (!(year >= 1000) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}

/** In lower case without accents: "févr." and "FEVR" are the same month. */
const plain = (text: string, locale: string): string =>
  text.toLocaleLowerCase(locale).normalize('NFD').replace(/\p{M}/gu, '');

const known = new Map<string, LocaleDates>();

function localeOf(locale: string): LocaleDates {
  const made = known.get(locale) ?? createLocale(locale);
  known.set(locale, made);
  return made;
}

function createLocale(locale: string): LocaleDates {
  const day = new Date(Date.UTC(2001, 0, 15));
  const numeric = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const order = numeric.formatToParts(day).flatMap(({ type }): DateMember[] => {
    return type === 'day' || type === 'month' || type === 'year' ? [type] : [];
  });
  const names = (['long', 'short'] as const).map(
    (month) => new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' }),
  );
  const months = Array.from({ length: 12 }, (_, month) =>
    names.map((format) => {
      const parts = format.formatToParts(new Date(Date.UTC(2001, month, 15)));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      return plain(name, locale).replace(/\P{L}/gu, '');
    }),
  );
  return { order, months };
}
