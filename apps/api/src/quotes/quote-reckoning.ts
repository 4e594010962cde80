import { QUOTE_ACTIONS } from '@billhook/domain/quote';
import { changeOf } from '@billhook/records/change';
import { quoteFacts } from '@billhook/records/quotes/quote-facts';
import { QuotesRepository } from '@billhook/records/quotes/quotes.repository';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvoiceFollowers } from '../invoices/invoice-followers.js';

/** What is left of a quote follows from its invoices: when one of them changes, the quote is told as changed too. */
@Injectable()
export class QuoteReckoning implements OnModuleInit {
  constructor(
    private readonly followers: InvoiceFollowers,
    private readonly quotes: QuotesRepository,
  ) {}

  onModuleInit(): void {
    this.followers.add(async (tx, { companyId, quoteId, id }, doer) => {
      if (quoteId === null) return;
      const quote = await this.quotes.lock(tx, companyId, { id: quoteId });
      const next = { ...quote, version: quote.version + 1, updatedAt: doer.at };
      const details = { invoiceId: id, invoicedTotal: quoteFacts(quote).invoicedTotal };
      await this.quotes.write(tx, next, changeOf('reckon', QUOTE_ACTIONS.reckon.event, { ...doer, details }));
    });
  }
}
