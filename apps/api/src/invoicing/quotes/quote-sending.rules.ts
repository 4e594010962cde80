import { LAST_DATE } from '@billhook/contract/shared/common';
import { countryErrors } from '@billhook/domain/invoicing/stored-codes';
import { addDays } from '@billhook/domain/shared/calendar';
import { compare, decimalOrThrow, ZERO } from '@billhook/domain/shared/decimal';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { invalidBody, Problem, type FieldError } from '@billhook/domain/shared/problems';
import { quoteSource, type Parties } from '@billhook/invoicing/documents/pdf-sources';
import type { QuoteRow } from '@billhook/invoicing/quotes/quote.entity';
import { renderingErrors } from '@billhook/pdf/rendering-errors';

/** @throws Problem 422 when the expiry date is before the issue date, or beyond the supported calendar */
export function checkExpiry(issueDate: string, expiryDate: string | null): void {
  const reject = (code: string, message: string): never => {
    throw invalidBody('/expiryDate', code, message);
  };
  if (expiryDate === null) return;
  if (expiryDate > LAST_DATE)
    reject('expiry_too_late', `must not be after ${LAST_DATE}: send an earlier date, or null`);
  if (expiryDate < issueDate) reject('expiry_before_issue', 'must not be before issueDate');
}

/** The expiry date of a revision of today: it is valid for as many days as the quote, at most to the end of the supported calendar. */
export function revisedExpiry(quote: Pick<QuoteRow, 'issueDate' | 'expiryDate'>, today: string): string | null {
  if (quote.expiryDate === null) return null;
  const expiryDate = addDays(today, daysBetween(quote.issueDate, quote.expiryDate));
  return expiryDate > LAST_DATE ? LAST_DATE : expiryDate;
}

/** @throws Problem 422 quote_not_sendable, naming all that is missing */
export function checkSendable(quote: QuoteRow, parties: Parties, today: string): void {
  const errors: FieldError[] = [...countryErrors(parties), ...renderingErrors(quoteSource(quote, parties))];
  if (quote.lines.length === 0) {
    errors.push({ pointer: '/lines', code: 'lines_missing', message: 'must contain at least one line' });
  }
  if (compare(decimalOrThrow(quote.totals.gross), ZERO) < 0) {
    errors.push({ pointer: '/lines', code: 'total_negative', message: 'must not have a total below zero' });
  }
  // A number is permanent, and it contains the year of its date.
  if (quote.issueDate > today) {
    errors.push({ pointer: '/issueDate', code: 'date_in_future', message: `must not be after today, ${today}` });
  }
  if (quote.expiryDate !== null && quote.expiryDate < today) {
    errors.push({ pointer: '/expiryDate', code: 'expired', message: 'must not be in the past' });
  }
  if (errors.length > 0) throw new Problem('quote_not_sendable', undefined, { errors });
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
