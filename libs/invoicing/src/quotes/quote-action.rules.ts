import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { quoteActionError, quoteStatus, type QuoteAction, type QuoteFacts } from '@billhook/domain/invoicing/quote';
import { add, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import type { QuoteInvoice, QuoteRow } from './quote.entity.js';

/** The invoices of a quote without those that are void or fully credited. */
export function standingInvoices(quote: QuoteRow): QuoteInvoice[] {
  return quote.invoices.filter(({ status, credited }) => status !== 'Void' && !credited);
}

/** The input from which the status of a quote is derived. */
export function quoteFacts(quote: QuoteRow): QuoteFacts {
  const standing = standingInvoices(quote);
  const invoiced = standing.reduce((sum, { gross }) => add(sum, decimalOrThrow(gross)), ZERO);
  const { sentAt, acceptedAt, declinedAt, supersededAt, expiryDate, today } = quote;
  return {
    sentAt,
    acceptedAt,
    declinedAt,
    supersededAt,
    expiryDate,
    today,
    revised: quote.nextRevisionId !== null,
    gross: quote.totals.gross,
    invoicedTotal: formatDecimal(invoiced, currencyDigits(quote.currency)),
    invoices: standing.length,
  };
}

/**
 * @param errors the members of the request that it does not allow
 * @throws Problem 409 when the table of actions does not allow the action in the quote's status
 */
export function requireQuoteAction(action: QuoteAction, quote: QuoteRow, errors?: FieldError[]): void {
  const facts = quoteFacts(quote);
  const reason = quoteActionError(action, facts);
  if (reason === null) return;
  const code = action === 'update' || action === 'delete' ? 'quote_not_draft' : 'action_not_allowed';
  throw new Problem(code, reason, { errors, extensions: { currentStatus: quoteStatus(facts) } });
}
