import type {
  AcceptDocument,
  DeclineDocument,
  OpenedWith,
  PublicDocumentView,
  RejectDocument,
} from '@billhook/contract/invoicing/public-document';
import { Database } from '@billhook/db/database';
import { allows } from '@billhook/domain/invoicing/invoice';
import { quoteAllows, quoteStatus } from '@billhook/domain/invoicing/quote';
import { Problem } from '@billhook/domain/shared/problems';
import type { DocumentResource } from '@billhook/invoicing/document-base/document-ref';
import { ClientLinks } from '@billhook/invoicing/documents/client-links.repository';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { partPayments, payUrlOf } from '@billhook/invoicing/invoices/pay-online';
import { quoteFacts } from '@billhook/invoicing/quotes/quote-action.rules';
import type { QuoteRow } from '@billhook/invoicing/quotes/quote.entity';
import { Injectable } from '@nestjs/common';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import type { DocumentPrincipal, Principal } from '../../request/principal.js';
import { CreditNotesService } from '../credit-notes/credit-notes.service.js';
import { InvoiceActionsService } from '../invoices/invoice-actions.service.js';
import { InvoicesService } from '../invoices/invoices.service.js';
import { QuoteActionsService } from '../quotes/quote-actions.service.js';
import { QuotesService } from '../quotes/quotes.service.js';
import { inWordsOfClient, otherKind } from './client-error.rules.js';
import { presentPublicCreditNote, presentPublicInvoice, presentPublicQuote } from './public-document.presenter.js';

type DocumentClient = DocumentPrincipal & Principal;

const DRAFT = 'A draft has no page for the client. Send it first.';

/** The public page of a document. Answers use the services of the records, as changes by members do. */
@Injectable()
export class PublicPageService {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly invoiceActions: InvoiceActionsService,
    private readonly quotes: QuotesService,
    private readonly quoteActions: QuoteActionsService,
    private readonly creditNotes: CreditNotesService,
    private readonly companies: CompaniesService,
    private readonly clientLinks: ClientLinks,
    private readonly db: Database,
  ) {}

  async get(by: DocumentClient): Promise<PublicDocumentView> {
    const document = await this.show(by, by.resource, by.recordId, by.openedWith);
    return this.withClientUrl(by, document);
  }

  /** The page preview for members, with or without a link. @throws Problem 404 not_found */
  preview(by: Principal, resource: DocumentResource, id: number): Promise<PublicDocumentView> {
    return this.show(by, resource, id, 'Preview').catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'document_link_invalid'
        ? new Problem('not_found', DRAFT)
        : error;
    });
  }

  /** Records the first view of the document in a status where it matters. A preview is not a view. */
  async viewed(by: DocumentClient): Promise<void> {
    if (by.openedWith === 'Preview') return;
    switch (by.resource) {
      case 'invoice': {
        const { status } = await this.invoices.get(by, by.recordId);
        if (allows('view', status)) await this.invoiceActions.view(by, by.recordId);
        return;
      }
      case 'quote': {
        const quote = await this.quotes.get(by, by.recordId);
        if (quoteAllows('view', quoteStatus(quoteFacts(quote)))) await this.quoteActions.view(by, by.recordId);
        return;
      }
      case 'credit_note':
        await this.creditNotes.view(by, by.recordId);
    }
  }

  /** @throws Problem 409 action_not_allowed, worded for the client */
  accept(by: DocumentClient, body: AcceptDocument): Promise<PublicDocumentView> {
    return this.answerQuote(by, () =>
      this.quoteActions.accept(by, { id: by.recordId }, { ...body, allowExpired: false }),
    );
  }

  /** @throws Problem 409 action_not_allowed, worded for the client */
  decline(by: DocumentClient, body: DeclineDocument): Promise<PublicDocumentView> {
    return this.answerQuote(by, () => this.quoteActions.decline(by, { id: by.recordId }, body));
  }

  /** @throws Problem 409 action_not_allowed, worded for the client */
  async reject(by: DocumentClient, body: RejectDocument): Promise<PublicDocumentView> {
    if (by.resource !== 'invoice') throw otherKind('Only an invoice can be rejected.');
    const rejected = this.invoiceActions.reject(by, { id: by.recordId }, body);
    return this.withClientUrl(by, await this.showInvoice(by, await rejected.catch(inWordsOfClient), by.openedWith));
  }

  /** With the page of the client, only for the client link: anyone who can read the record has the other one. */
  private async withClientUrl(
    { leadsToClient, openedWith, company, resource, recordId }: DocumentClient,
    document: PublicDocumentView,
  ): Promise<PublicDocumentView> {
    if (!leadsToClient || openedWith !== 'AnsweringLink') return document;
    const link = await this.clientLinks.ofDocument(this.db, { companyId: company.id, resource, recordId });
    return link.status === 'Live' ? { ...document, clientUrl: this.clientLinks.urlFor(link.token) } : document;
  }

  private async show(
    by: Principal,
    resource: DocumentResource,
    id: number,
    openedWith: OpenedWith,
  ): Promise<PublicDocumentView> {
    switch (resource) {
      case 'invoice':
        return this.showInvoice(by, await this.invoices.get(by, id), openedWith);
      case 'quote':
        return of(by, presentPublicQuote(await this.quotes.get(by, id), openedWith));
      case 'credit_note':
        return of(by, presentPublicCreditNote(await this.creditNotes.get(by, id), openedWith));
    }
  }

  /** The payment link is the present one: a company that changes it wants the next payment there. */
  private async showInvoice(by: Principal, invoice: InvoiceRow, openedWith: OpenedWith): Promise<PublicDocumentView> {
    const payments = await partPayments(this.db, invoice);
    const payUrl = payUrlOf(await this.companies.get(by.company.id), invoice);
    return of(by, presentPublicInvoice(invoice, openedWith, { payments, payUrl }));
  }

  private async answerQuote(by: DocumentClient, answer: () => Promise<QuoteRow>): Promise<PublicDocumentView> {
    if (by.resource !== 'quote') throw otherKind('Only a quote can be accepted or declined.');
    return this.withClientUrl(by, of(by, presentPublicQuote(await answer().catch(inWordsOfClient), by.openedWith)));
  }
}

const of = ({ company }: Principal, document: Omit<PublicDocumentView, 'sandbox'>): PublicDocumentView => ({
  ...document,
  sandbox: company.kind === 'Sandbox',
});
