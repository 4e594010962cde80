/** Dates of documents are calendar dates, `YYYY-MM-DD`, in the company's time zone: never instants. */

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The date that the wall calendar of a zone shows at an instant. en-CA prints ISO order. */
export function dateInZone(instant: Date, timeZone: string): string {
  let format = FORMATS.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    FORMATS.set(timeZone, format);
  }
  return format.format(instant);
}

/** Area and place, as IANA names them. Runtimes take abbreviations besides (CTT, IST), which PostgreSQL does not know or takes for other zones. */
const IANA_NAME = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[\w+/-]+$/;

/** True for a time zone that this runtime knows and PostgreSQL means the same by. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !IANA_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `date` moved by whole days. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The day that it is in UTC. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** So many days up to a day, itself the last. */
export const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(last, n + 1 - count));

/** The last day of the month of `date`. */
export function endOfMonth(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

export interface PaymentTerms {
  readonly days: number;
  readonly endOfMonth: boolean;
}

/** When an invoice of that date falls due. */
export function dueDate(issueDate: string, terms: PaymentTerms): string {
  const date = addDays(issueDate, terms.days);
  return terms.endOfMonth ? endOfMonth(date) : date;
}
