import { QuoteView } from '@billhook/contract/invoicing/quote';
import { present } from '@billhook/contract/shared/present';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { availableQuoteActions, quoteRemaining, quoteStatus } from '@billhook/domain/invoicing/quote';
import { formatDecimal } from '@billhook/domain/shared/decimal';
import { documentMembers } from '../document-base/document.presenter.js';
import { quoteFacts } from './quote-action.rules.js';
import type { QuoteRow } from './quote.entity.js';

/** Converts a quote to the form of its GET response and of its events. */
export function presentQuote(quote: QuoteRow): QuoteView {
  const facts = quoteFacts(quote);
  return present(QuoteView, quote, {
    ...documentMembers(quote),
    status: quoteStatus(facts),
    invoiceIds: quote.invoices.map((invoice) => invoice.id),
    invoicedTotal: facts.invoicedTotal,
    remaining: formatDecimal(quoteRemaining(facts), currencyDigits(quote.currency)),
    availableActions: availableQuoteActions(facts),
  });
}
