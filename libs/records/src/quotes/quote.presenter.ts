import type { QuoteView } from '@billhook/contract/quote';
import { quoteStatus } from '@billhook/domain/quote';
import { instant, presentDocument } from '../documents/document.presenter.js';
import type { QuoteRow } from './quote.entity.js';

/** The one place where a quote is shaped for the wire: the answer of its GET and the data of its events. */
export function presentQuote(quote: QuoteRow): QuoteView {
  return {
    id: quote.id,
    number: quote.number,
    status: quoteStatus(quote, quote.today),
    clientId: quote.clientId,
    externalId: quote.externalId,
    title: quote.title,
    issueDate: quote.issueDate,
    expiryDate: quote.expiryDate,
    ...presentDocument(quote),
    sentAt: instant(quote.sentAt),
    version: quote.version,
    createdAt: quote.createdAt.toISOString(),
    updatedAt: quote.updatedAt.toISOString(),
  };
}
