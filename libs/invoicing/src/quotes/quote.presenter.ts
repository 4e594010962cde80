import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { currencyDigits } from '@billhook/domain/invoicing/currency';
import { formatDecimal } from '@billhook/domain/shared/decimal';
import { availableQuoteActions, quoteRemaining, quoteStatus } from '@billhook/domain/invoicing/quote';
import { sortedFields } from '../records/custom-fields.js';
import { instant, presentDocument, presentHandedOver } from '../documents/document.presenter.js';
import type { QuoteRow } from './quote.entity.js';
import { quoteFacts } from './quote.rules.js';

/** The one place where a quote is shaped for the wire: the answer of its GET and the data of its events. */
export function presentQuote(quote: QuoteRow): QuoteView {
  const facts = quoteFacts(quote);
  const status = quoteStatus(facts);
  return {
    id: quote.id,
    number: quote.number,
    status,
    revision: quote.revision,
    previousRevisionId: quote.previousRevisionId,
    nextRevisionId: quote.nextRevisionId,
    clientId: quote.clientId,
    externalId: quote.externalId,
    title: quote.title,
    issueDate: quote.issueDate,
    expiryDate: quote.expiryDate,
    ...presentDocument(quote),
    seller: quote.seller,
    client: quote.client && { ...quote.client, customFields: sortedFields(quote.client.customFields) },
    acceptance: quote.acceptance,
    decline: quote.decline,
    invoiceIds: quote.invoices.map((invoice) => invoice.id),
    invoicedTotal: facts.invoicedTotal,
    remaining: formatDecimal(quoteRemaining(facts), currencyDigits(quote.currency)),
    availableActions: availableQuoteActions(facts),
    ...presentHandedOver(quote),
    sentAt: instant(quote.sentAt),
    acceptedAt: instant(quote.acceptedAt),
    declinedAt: instant(quote.declinedAt),
    version: quote.version,
    createdAt: quote.createdAt.toISOString(),
    updatedAt: quote.updatedAt.toISOString(),
  };
}
