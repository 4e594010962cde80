import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { AcceptQuote, DeclineQuote } from '@billhook/contract/invoicing/quote';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { quoteStatus, type QuoteAction } from '@billhook/domain/invoicing/quote';
import type { Company } from '@billhook/identity/companies/company.entity';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import { snapshotClient } from '@billhook/invoicing/clients/client.presenter';
import { quoteSource, type Parties } from '@billhook/invoicing/documents/pdf-sources';
import { quoteFacts, requireQuoteAction } from '@billhook/invoicing/quotes/quote-action.rules';
import type { QuoteRow } from '@billhook/invoicing/quotes/quote.entity';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { ChangeDetails, ChangeAuthor } from '@billhook/invoicing/records/change';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { clientOrigin } from '../documents/client-origin.rules.js';
import { DocumentActionsService, type Issue } from '../documents/document-actions.service.js';
import { DocumentDeliveryService, type SentDocument } from '../documents/document-delivery.service.js';
import { DocumentLinksService } from '../documents/document-links.service.js';
import { numberDocument } from '../documents/document-number.rules.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { checkExpiry, checkSendable } from './quote-sending.rules.js';

/** The actions of a quote: sending it, and the answer of the client. */
@Injectable()
export class QuoteActionsService extends DocumentActionsService<QuoteRow> {
  protected readonly table = 'quotes';

  constructor(
    private readonly quotes: QuotesRepository,
    uow: UnitOfWork,
    clients: ClientsService,
    companies: CompaniesService,
    delivery: DocumentDeliveryService,
    links: DocumentLinksService,
    @Inject(COMPANY_TIME) clock: Clock,
  ) {
    super(quotes, uow, clients, companies, delivery, links, clock);
  }

  accept(by: Principal, target: Target, body: AcceptQuote): Promise<QuoteRow> {
    return this.change(
      by,
      target,
      'accept',
      { by: body.by, poNumber: body.poNumber ?? null, ...clientOrigin(by) },
      (at) => {
        const acceptance = { by: body.by, at: at.toISOString(), poNumber: body.poNumber ?? null };
        return { acceptance, acceptedAt: at };
      },
      body.allowExpired,
    );
  }

  decline(by: Principal, target: Target, body: DeclineQuote): Promise<QuoteRow> {
    return this.change(by, target, 'decline', { code: body.code, ...clientOrigin(by) }, (at) => {
      const decline = { code: body.code, text: body.text ?? null, at: at.toISOString() };
      return { decline, declinedAt: at };
    });
  }

  protected require(action: 'send' | 'resend', quote: QuoteRow): void {
    requireQuoteAction(action, quote);
  }

  /** Locks revisions from the first one on: a send and an answer of the client must wait for each other. */
  protected async lockBefore(tx: Tx, by: Principal, target: Target): Promise<void> {
    const { previousRevisionId, sentAt } = await this.quotes.find(by.company.id, target.id);
    if (previousRevisionId !== null && sentAt === null) {
      await this.quotes.lock(tx, by.company.id, { id: previousRevisionId });
    }
  }

  protected issuer(tx: Tx, by: Principal): Promise<Company> {
    return this.companies.get(by.company.id, tx);
  }

  protected checked({ document, company, client, today }: Issue<QuoteRow>, issueDate?: string): QuoteRow {
    const quote = dated(document, issueDate);
    checkSendable(quote, { seller: snapshotCompany(company), client: snapshotClient(client) }, today);
    return quote;
  }

  /** A revision takes the number of the quote that it replaces. */
  protected async number(tx: Tx, by: Principal, quote: QuoteRow, author: ChangeAuthor): Promise<string> {
    const { companyId, series, issueDate } = quote;
    const numbered = { companyId, kind: 'Quote', series, issueDate } as const;
    return (await this.supersede(tx, by, quote, author)) ?? numberDocument(tx, numbered, 'quote_not_sendable');
  }

  protected factsOfIssue(): Partial<QuoteRow> {
    return {};
  }

  protected printed(quote: QuoteRow, parties: Parties): PrintedDocument {
    return quoteSource(quote, parties);
  }

  protected mailed({ expiryDate: until }: QuoteRow): Pick<SentDocument, 'until'> {
    return { until };
  }

  /** @returns the number of the replaced quote, or undefined if this one is not a revision */
  private async supersede(tx: Tx, by: Principal, quote: QuoteRow, author: ChangeAuthor): Promise<string | undefined> {
    if (quote.previousRevisionId === null) return undefined;
    const previous = await this.quotes.lock(tx, by.company.id, { id: quote.previousRevisionId });
    requireQuoteAction('supersede', previous);
    const details = { revision: quote.id };
    await this.quotes.writeAction(tx, previous, 'supersede', { supersededAt: author.at }, { ...author, details });
    return previous.number ?? undefined;
  }

  private change(
    by: Principal,
    target: Target,
    action: Extract<QuoteAction, 'accept' | 'decline'>,
    details: ChangeDetails,
    facts: (at: Date) => Partial<QuoteRow>,
    evenExpired = false,
  ): Promise<QuoteRow> {
    return this.uow.run(async (tx) => {
      const quote = await this.quotes.lock(tx, by.company.id, target);
      await this.links.requireLive(tx, by, this.quotes.refOf(quote));
      const expired = evenExpired && quoteStatus(quoteFacts(quote)) === 'Expired';
      requireQuoteAction(expired ? 'acceptExpired' : action, quote);
      const author = changeAuthorOf(by, this.clock.now(), { details });
      return this.quotes.writeAction(tx, quote, action, facts(author.at), author);
    });
  }
}

/** The draft with the date that a send names. @throws Problem 422 when the expiry date is before it */
function dated(quote: QuoteRow, issueDate: string | undefined): QuoteRow {
  if (issueDate === undefined || issueDate === quote.issueDate) return quote;
  checkExpiry(issueDate, quote.expiryDate);
  return { ...quote, issueDate };
}
