import type { AcceptQuote, DeclineQuote, SendQuote } from '@billhook/contract/invoicing/quote';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { quoteStatus, type QuoteAction } from '@billhook/domain/invoicing/quote';
import type { Clock } from '@billhook/platform/clock';
import type { ChangeDetails, Doer } from '@billhook/invoicing/records/change';
import { snapshotClient } from '@billhook/invoicing/clients/client.presenter';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import { askForFile } from '@billhook/invoicing/documents/document-files.repository';
import { quoteFacts, requireQuoteAction } from '@billhook/invoicing/quotes/quote.rules';
import type { QuoteRow } from '@billhook/invoicing/quotes/quote.entity';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { Target } from '@billhook/invoicing/records/target';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../request/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import { clientOrigin } from '../documents/client-origin.js';
import { DocumentLinksService } from '../documents/document-links.service.js';
import { HandOverService } from '../documents/document-delivery.service.js';
import { numberDocument, refuseOtherDate } from '../documents/document-number.rules.js';
import { doerOf } from '../records/doer-of.js';
import { CLOCK } from '@billhook/platform/tokens';
import { checkExpiry, checkSendable } from './quote.rules.js';

/** What happens to a quote once it is sent. */
@Injectable()
export class QuoteLifeService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: QuotesRepository,
    private readonly clients: ClientsService,
    private readonly companies: CompaniesService,
    private readonly handOver: HandOverService,
    private readonly links: DocumentLinksService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sends a draft; mails what was sent already once more. A revision takes the place of the quote that it revises. */
  send(by: Principal, target: Target, body: SendQuote): Promise<QuoteRow> {
    return this.uow.run(async (tx) => {
      const quote = await this.lockWithPrevious(tx, by, target);
      const again = quote.sentAt !== null && body.channel !== 'None';
      return again ? this.resend(tx, by, quote, body) : this.issue(tx, by, quote, body);
    });
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

  openLink(by: Principal, target: Target): Promise<QuoteRow> {
    return this.links.open(this.quotes, by, target, (quote) => requireQuoteAction('resend', quote));
  }

  closeLink(by: Principal, target: Target): Promise<QuoteRow> {
    return this.links.close(this.quotes, by, target);
  }

  answeringUrl(by: Principal, target: Target): Promise<string> {
    return this.links.answeringUrl(this.quotes, by, target);
  }

  view(by: Principal, id: number): Promise<QuoteRow> {
    return this.links.view(this.quotes, by, id);
  }

  /** Revisions are locked from the first on, so that a send and an answer of the client wait for each other. */
  private async lockWithPrevious(tx: Tx, by: Principal, target: Target): Promise<QuoteRow> {
    const { previousRevisionId, sentAt } = await this.quotes.find(by.company.id, target.id);
    if (previousRevisionId !== null && sentAt === null) {
      await this.quotes.lock(tx, by.company.id, { id: previousRevisionId });
    }
    return this.quotes.lock(tx, by.company.id, target);
  }

  /** The number last, so that its series is locked for a moment only; a revision has that of the quote it revises. */
  private async issue(tx: Tx, by: Principal, draft: QuoteRow, body: SendQuote): Promise<QuoteRow> {
    requireQuoteAction('send', draft);
    const quote = dated(draft, body.issueDate);
    const doer = doerOf(by, this.clock.now(), { details: { channel: body.channel } });
    const company = await this.companies.get(by.company.id, tx);
    const client = await this.clients.forDocument(tx, by.company.id, quote.clientId);
    const parties = { seller: snapshotCompany(company), client: snapshotClient(client) };
    checkSendable(quote, parties, dateInZone(doer.at, by.company.timeZone));
    const number = (await this.supersede(tx, by, quote, doer)) ?? (await this.number(tx, quote));
    const link = body.channel === 'None' ? {} : this.quotes.viewingLink(quote);
    const sent: QuoteRow = { ...quote, ...link, ...parties, number, sentAt: doer.at };
    const handed = { resource: 'quote', document: sent, company, client, until: sent.expiryDate } as const;
    const delivery = await this.handOver.mail(tx, by, handed, body);
    await askForFile(tx, { companyId: quote.companyId, resource: 'quote', recordId: quote.id }, doer.at);
    return this.quotes.writeAction(tx, draft, 'send', { ...sent, delivery }, doer);
  }

  private number(tx: Tx, { companyId, series, issueDate }: QuoteRow): Promise<string> {
    return numberDocument(tx, { companyId, kind: 'Quote', series, issueDate }, 'quote_not_sendable');
  }

  /** @returns the number of the quote that this one revises, or undefined where it revises none */
  private async supersede(tx: Tx, by: Principal, quote: QuoteRow, doer: Doer): Promise<string | undefined> {
    if (quote.previousRevisionId === null) return undefined;
    const previous = await this.quotes.lock(tx, by.company.id, { id: quote.previousRevisionId });
    requireQuoteAction('supersede', previous);
    const details = { revision: quote.id };
    await this.quotes.writeAction(tx, previous, 'supersede', { supersededAt: doer.at }, { ...doer, details });
    return previous.number ?? undefined;
  }

  private async resend(tx: Tx, by: Principal, quote: QuoteRow, body: SendQuote): Promise<QuoteRow> {
    requireQuoteAction('resend', quote);
    refuseOtherDate(body.issueDate);
    // The link is there already: nothing changes.
    if (body.channel === 'Link' && quote.publicToken !== null) return quote;
    const doer = doerOf(by, this.clock.now(), { details: { channel: body.channel } });
    const company = await this.companies.get(by.company.id, tx);
    const client = await this.clients.get(by, quote.clientId);
    const document: QuoteRow = { ...quote, ...this.quotes.viewingLink(quote) };
    const handed = { resource: 'quote', document, company, client, until: quote.expiryDate } as const;
    const delivery = await this.handOver.mail(tx, by, handed, body);
    return this.quotes.writeAction(tx, quote, 'resend', { ...document, delivery }, doer);
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
      const doer = doerOf(by, this.clock.now(), { details });
      return this.quotes.writeAction(tx, quote, action, facts(doer.at), doer);
    });
  }
}

/** The draft with the date that a send names. @throws Problem 422 when it would expire before its date */
function dated(quote: QuoteRow, issueDate: string | undefined): QuoteRow {
  if (issueDate === undefined || issueDate === quote.issueDate) return quote;
  checkExpiry(issueDate, quote.expiryDate);
  return { ...quote, issueDate };
}
