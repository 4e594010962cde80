/** Unit, its seconds, and from how many seconds on it is used: "in 80 days" says more than "in 2 months". */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[] = [
  ['year', 31_536_000, 63_072_000],
  ['month', 2_592_000, 7_862_400],
  ['day', 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
];

/** Dates, numbers and lists in the words of one language. Instants are RFC 3339 text or Date; shown in the browser's time zone. */
export interface Format {
  date(instant: string | Date): string;
  /** A calendar date (`2026-11-21`): the same day wherever it is read. */
  day(date: string): string;
  /** A calendar date without its year, for axes: "21 Nov". */
  shortDay(date: string): string;
  dateTime(instant: string | Date): string;
  /** "in 6 days", "in 5 seconds", "4 minutes ago"; what is less than a minute past is "now". */
  relative(instant: string | Date, now?: Date): string;
  number(value: number): string;
  /** Milliseconds, as "120 ms" or "1.2 s". */
  duration(milliseconds: number): string;
  /** "a, b and c" */
  list(items: readonly string[]): string;
  /** "a, b or c" */
  either(items: readonly string[]): string;
}

const asDate = (instant: string | Date): Date => (typeof instant === 'string' ? new Date(instant) : instant);

function createFormat(locale: string): Format {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const calendarDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
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
    dateTime: (instant) => exact.format(asDate(instant)),
    relative(instant, now = new Date()) {
      const away = (asDate(instant).getTime() - now.getTime()) / 1000;
      const [unit, size] = UNITS.find(([, , from]) => Math.abs(away) >= from) ?? ['second', 1];
      if (unit === 'second') return ago.format(Math.max(0, Math.round(away)), 'second');
      return ago.format(Math.trunc(away / size), unit);
    },
    number: (value) => number.format(value),
    duration: (milliseconds) =>
      milliseconds < 1000 ? millis.format(milliseconds) : seconds.format(milliseconds / 1000),
    list: (items) => list.format(items),
    either: (items) => choice.format(items),
  };
}

const formats = new Map<string, Format>();

/** The formats of a locale ("fr", "en-GB"). `Intl` objects are costly, so they are made once for each. */
export function formatOf(locale: string): Format {
  const known = formats.get(locale);
  if (known) return known;
  const made = createFormat(locale);
  formats.set(locale, made);
  return made;
}
