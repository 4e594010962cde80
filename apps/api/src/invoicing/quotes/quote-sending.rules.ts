import { countryErrors } from '@billhook/domain/invoicing/stored-codes';
import { compare, decimalOrThrow, ZERO } from '@billhook/domain/shared/decimal';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { quoteSource, type Parties } from '@billhook/invoicing/documents/pdf-sources';
import type { QuoteRow } from '@billhook/invoicing/quotes/quote.entity';
import { renderingErrors } from '@billhook/pdf/rendering-errors';

/** @throws Problem 422 when the expiry date is before the issue date */
export function checkExpiry(issueDate: string, expiryDate: string | null): void {
  if (expiryDate === null || expiryDate >= issueDate) return;
  throw new Problem('invalid_body', undefined, {
    errors: [{ pointer: '/expiryDate', code: 'expiry_before_issue', message: 'must not be before issueDate' }],
  });
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
