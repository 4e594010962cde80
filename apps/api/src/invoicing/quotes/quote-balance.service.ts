import type { Tx } from '@billhook/db/unit-of-work';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { quoteFacts } from '@billhook/invoicing/quotes/quote-action.rules';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { ChangeAuthor } from '@billhook/invoicing/records/change';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvoiceFollowers, type InvoiceFollower } from '../invoices/invoice-followers.service.js';

/** The rest of a quote follows from its invoices: when one of them changes, the quote emits an event as well. */
@Injectable()
export class QuoteBalanceService implements OnModuleInit, InvoiceFollower {
  constructor(
    private readonly followers: InvoiceFollowers,
    private readonly quotes: QuotesRepository,
  ) {}

  onModuleInit(): void {
    this.followers.add(this);
  }

  async lock(tx: Tx, { companyId, quoteId }: InvoiceRow): Promise<void> {
    if (quoteId !== null) await this.quotes.lock(tx, companyId, { id: quoteId });
  }

  async follow(tx: Tx, { companyId, quoteId, id }: InvoiceRow, author: ChangeAuthor): Promise<void> {
    if (quoteId === null) return;
    // Already locked; read again, because its rest has changed.
    const quote = await this.quotes.lock(tx, companyId, { id: quoteId });
    const details = { invoiceId: id, invoicedTotal: quoteFacts(quote).invoicedTotal };
    await this.quotes.writeAction(tx, quote, 'reckon', {}, { ...author, details });
  }
}
