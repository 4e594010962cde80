import { Problem } from '@billhook/domain/problems';
import { quoteStatus } from '@billhook/domain/quote';
import type { QuoteRow } from '@billhook/records/quotes/quote.entity';

/** @throws Problem 422 when the quote would expire before its date */
export function checkExpiry(issueDate: string, expiryDate: string | null): void {
  if (expiryDate === null || expiryDate >= issueDate) return;
  throw new Problem('invalid_body', undefined, {
    errors: [{ pointer: '/expiryDate', code: 'expiry_before_issue', message: 'must not lie before issueDate' }],
  });
}

/** @throws Problem 409 quote_not_draft */
export function requireDraft(quote: QuoteRow): void {
  const status = quoteStatus(quote, quote.today);
  if (status !== 'Draft') throw new Problem('quote_not_draft', `The quote is ${status}.`, { extensions: { currentStatus: status } });
}

/** @throws Problem 422 quote_not_sendable */
export function checkSendable(quote: QuoteRow): void {
  if (quote.lines.length > 0) return;
  throw new Problem('quote_not_sendable', undefined, {
    errors: [{ pointer: '/lines', code: 'lines_missing', message: 'must hold at least one line' }],
  });
}
