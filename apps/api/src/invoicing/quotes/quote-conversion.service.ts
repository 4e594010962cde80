import type { ConvertQuote } from '@billhook/contract/invoicing/quote';
import type { Target } from '@billhook/db/target';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { requireQuoteAction } from '@billhook/invoicing/quotes/quote-action.rules';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { InvoicesService, type DraftBody } from '../invoices/invoices.service.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { partOf } from './quote-part.rules.js';

/** Creates invoices from an accepted quote. */
@Injectable()
export class QuoteConversionService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: QuotesRepository,
    private readonly clients: ClientsService,
    private readonly invoices: InvoicesService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** @returns the draft of the invoice for the requested part of the quote */
  convert(by: Principal, target: Target, body: ConvertQuote): Promise<InvoiceRow> {
    return this.uow.run(async (tx) => {
      await this.invoices.claim(tx, by, body.externalId);
      const quote = await this.quotes.lock(tx, by.company.id, target);
      requireQuoteAction('convert', quote);
      const client = await this.clients.get(by, quote.clientId);
      const { document, lineIds } = partOf(quote, body, client.locale);
      const invoice: DraftBody = {
        ...document,
        purchaseOrder: quote.acceptance?.poNumber ?? quote.purchaseOrder ?? undefined,
        externalId: body.externalId,
        issueDate: body.issueDate,
        dueDate: body.dueDate,
        series: 'default',
      };
      const draft = await this.invoices.insertDraft(tx, by, invoice, {
        action: 'convert',
        quoteId: quote.id,
        quoteLineIds: lineIds,
        details: { quoteId: quote.id, quoteNumber: quote.number ?? '', mode: body.mode },
      });
      const { id, status, totals, taxBreakdown } = draft;
      const { gross, due } = totals;
      const made = { id, status, credited: false, gross, due, taxBreakdown, quoteLineIds: lineIds };
      const author = changeAuthorOf(by, this.clock.now(), { details: { invoiceId: id, mode: body.mode, gross } });
      await this.quotes.writeAction(tx, quote, 'convert', { invoices: [...quote.invoices, made] }, author);
      return draft;
    });
  }
}
