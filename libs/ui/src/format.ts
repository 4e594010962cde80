const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Dates, numbers and lists in the words of one language. Instants are RFC 3339 text or Date; shown in the browser's time zone. */
export interface Format {
  date(instant: string | Date): string;
  dateTime(instant: string | Date): string;
  /** "in 6 days", "4 minutes ago"; under a minute "now". */
  relative(instant: string | Date, now?: Date): string;
  number(value: number): string;
  /** Milliseconds, as "120 ms" or "1.2 s". */
  duration(milliseconds: number): string;
  /** "a, b and c" */
  list(items: readonly string[]): string;
}

const asDate = (instant: string | Date): Date => (typeof instant === 'string' ? new Date(instant) : instant);

/** The formats of a language; `Intl` objects are costly, so they are made once for each. */
function createFormat(language: string): Format {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' });
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const number = new Intl.NumberFormat(language);
  const millis = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' });
  const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return {
    date: (instant) => day.format(asDate(instant)),
    dateTime: (instant) => exact.format(asDate(instant)),
    relative(instant, now = new Date()) {
      const away = (asDate(instant).getTime() - now.getTime()) / 1000;
      const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? ['second', 1];
      if (unit === 'second') return ago.format(0, 'second');
      return ago.format(Math.trunc(away / size), unit);
    },
    number: (value) => number.format(value),
    duration: (milliseconds) =>
      milliseconds < 1000 ? millis.format(milliseconds) : seconds.format(milliseconds / 1000),
    list: (items) => list.format(items),
  };
}

const formats = new Map<string, Format>();

export function formatOf(language: string): Format {
  const known = formats.get(language);
  if (known) return known;
  const made = createFormat(language);
  formats.set(language, made);
  return made;
}
