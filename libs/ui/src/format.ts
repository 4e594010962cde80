/** Unit, its seconds, and the limit in seconds for its use: "in 80 days" says more than "in 3 months". */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[] = [
  ['second', 1, 60],
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 7_862_400],
  ['month', 2_592_000, 63_072_000],
];

/** Dates, numbers and lists in one language. Instants are RFC 3339 text or Date, shown in the browser's time zone. */
export interface Format {
  date(instant: string | Date): string;
  /** A calendar date (`2026-11-21`), the same day in every time zone. */
  day(date: string): string;
  /** A calendar date without its year, for axes: "21 Nov". */
  shortDay(date: string): string;
  /** The time of day to the minute, for axes: "14:00". */
  time(instant: string | Date): string;
  dateTime(instant: string | Date): string;
  /** To the nearest unit: "in 6 days", "in 5 seconds", "4 minutes ago"; less than a minute ago is "now". */
  relative(instant: string | Date, now?: Date): string;
  number(value: number): string;
  /** Milliseconds, as "120 ms" or "1.2 s", which do not break. */
  duration(milliseconds: number): string;
  /** "a, b and c" */
  list(items: readonly string[]): string;
  /** "a, b or c" */
  either(items: readonly string[]): string;
}

const asDate = (instant: string | Date): Date => (typeof instant === 'string' ? new Date(instant) : instant);

/** A number with its narrow unit, which English attaches to it. */
function withSpace(format: Intl.NumberFormat, value: number): string {
  const parts = format.formatToParts(value).filter(({ type }) => type !== 'literal');
  return parts.map(({ type, value: text }) => (type === 'unit' ? `\u00A0${text}` : text)).join('');
}

function createFormat(locale: string): Format {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const calendarDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = new Intl.NumberFormat(locale);
  const millis = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond', unitDisplay: 'narrow' });
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const choice = new Intl.ListFormat(locale, { type: 'disjunction' });
  return {
    date: (instant) => day.format(asDate(instant)),
    day: (date) => calendarDay.format(new Date(`${date}T00:00:00Z`)),
    shortDay: (date) => shortDay.format(new Date(`${date}T00:00:00Z`)),
    time: (instant) => time.format(asDate(instant)),
    dateTime: (instant) => exact.format(asDate(instant)),
    relative(instant, now = new Date()) {
      const away = (asDate(instant).getTime() - now.getTime()) / 1000;
      const rounded = (size: number) => Math.round(Math.abs(away) / size);
      // Compares the rounded value: 59.7 minutes are "1 hour", not "60 minutes".
      const [unit, size] = UNITS.find(([, each, tooMany]) => rounded(each) * each < tooMany) ?? ['year', 31_536_000];
      if (unit === 'second' && away < 0) return ago.format(0, unit);
      return ago.format(Math.sign(away) * rounded(size), unit);
    },
    number: (value) => number.format(value),
    duration: (milliseconds) =>
      milliseconds < 1000 ? withSpace(millis, milliseconds) : withSpace(seconds, milliseconds / 1000),
    list: (items) => list.format(items),
    either: (items) => choice.format(items),
  };
}

/**
 * The reader's own variety of a language (en-GB and en-US write dates differently), else the language.
 * Chromium under LANG=C names `en-US@posix`, which `Intl` rejects.
 */
export function localeOf(language: string, tags: readonly string[]): string {
  return tags.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const formats = new Map<string, Format>();

/** The formats of a locale ("fr", "en-GB"). `Intl` objects are expensive, so they are cached. */
export function formatOf(locale: string): Format {
  const known = formats.get(locale);
  if (known) return known;
  const made = createFormat(locale);
  formats.set(locale, made);
  return made;
}
