/** The dates of documents are calendar dates, `YYYY-MM-DD`, in the time zone of the company: never instants. */

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The calendar date of an instant in a zone. en-CA formats dates in ISO order. */
export function dateInZone(instant: Date, timeZone: string): string {
  let format = FORMATS.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    FORMATS.set(timeZone, format);
  }
  return format.format(instant);
}

/** IANA names with area and place. Runtimes also accept abbreviations (CTT, IST) that PostgreSQL rejects or interprets differently. */
const IANA_NAME = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[\w+/-]+$/;

/** Whether this runtime knows the time zone and PostgreSQL interprets it identically. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !IANA_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `date` plus a number of days, which can be negative. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The UTC date of an instant. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The `count` days up to and including `last`. */
export const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(last, n + 1 - count));

/** The first day of the month of `date`. */
export const startOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

/** The last day of the month of `date`. */
export function endOfMonth(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

export interface PaymentTerms {
  readonly days: number;
  readonly endOfMonth: boolean;
}

/** The due date of an invoice with this issue date. */
export function dueDate(issueDate: string, terms: PaymentTerms): string {
  const date = addDays(issueDate, terms.days);
  return terms.endOfMonth ? endOfMonth(date) : date;
}
