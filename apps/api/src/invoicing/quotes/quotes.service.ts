import { isDeepStrictEqual } from 'node:util';
import { STORED_QUOTE, type CreateQuote, type ListQuotes, type UpdateQuote } from '@billhook/contract/invoicing/quote';
import type { StatusCountRows } from '@billhook/db/lists/list-records';
import { UNSAVED } from '@billhook/db/row';
import type { Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { inheritedExpiry } from '@billhook/domain/invoicing/document-defaults';
import { QUOTE_ACTIONS } from '@billhook/domain/invoicing/quote';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { Problem } from '@billhook/domain/shared/problems';
import { requireQuoteAction } from '@billhook/invoicing/quotes/quote-action.rules';
import type { Quote, QuoteRow } from '@billhook/invoicing/quotes/quote.entity';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { changeOf, type ChangeDetails } from '@billhook/invoicing/records/change';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { CompaniesService } from '../../identity/companies/companies.service.js';
import type { Principal } from '../../request/principal.js';
import { isEmptyPatch } from '../../request/writes/is-empty-patch.rules.js';
import { ClientsService } from '../clients/clients.service.js';
import { annotated, finalMembers, isAnnotation } from '../documents/annotations.rules.js';
import {
  composeDocument,
  decompose,
  inheritedMembers,
  newLines,
  NOT_DELIVERED,
  patched,
} from '../documents/document-composition.rules.js';
import { changeAuthorOf } from '../records/change-author-of.rules.js';
import { RecordService } from '../records/record.service.js';
import { checkExpiry, revisedExpiry } from './quote-sending.rules.js';

interface QuoteDraftOrigin {
  readonly action: 'create' | 'revise';
  /** The quote that it replaces. */
  readonly previous?: QuoteRow;
  readonly details?: ChangeDetails;
}

/** Drafts of quotes. The actions on a sent quote are in QuoteActionsService. */
@Injectable()
export class QuotesService extends RecordService<Quote, QuoteRow, ListQuotes> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: QuotesRepository,
    private readonly clients: ClientsService,
    private readonly companies: CompaniesService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {
    super(quotes);
  }

  statusCounts(by: Principal, query: ListQuotes): Promise<StatusCountRows> {
    return this.quotes.statusCounts(by.company.id, query);
  }

  create(by: Principal, body: CreateQuote): Promise<QuoteRow> {
    return this.uow.run((tx) => this.insertDraft(tx, by, body, { action: 'create' }));
  }

  update(by: Principal, target: Target, patch: UpdateQuote): Promise<QuoteRow> {
    return this.uow.run(async (tx) => {
      const quote = await this.quotes.lock(tx, by.company.id, target);
      const action = isAnnotation(patch) ? 'annotate' : 'update';
      requireQuoteAction(action, quote, finalMembers(patch, 'quote_not_draft'));
      if (isEmptyPatch(patch)) return quote;
      if (quote.sentAt !== null) return this.annotate(tx, by, quote, patch);
      const { issueDate = quote.issueDate } = patch;
      const own = STORED_QUOTE.patched(quote, patch);
      checkExpiry(issueDate, own.expiryDate);
      if (patch.clientId !== undefined) await this.clients.forDocument(tx, by.company.id, patch.clientId);
      const { columns, lines } = composeDocument(patched(decompose(quote), patch));
      const changed: QuoteRow = { ...quote, ...columns, issueDate, ...own };
      const renewed = newLines(patch, quote.lines, lines);
      if (!renewed && isDeepStrictEqual(changed, quote)) return quote;
      const facts = { ...changed, lines: renewed ?? quote.lines };
      return this.quotes.writeAction(tx, quote, action, facts, changeAuthorOf(by, this.clock.now()));
    });
  }

  private async annotate(tx: Tx, by: Principal, quote: QuoteRow, patch: UpdateQuote): Promise<QuoteRow> {
    const changed = annotated(quote, patch);
    if (isDeepStrictEqual(changed, quote)) return quote;
    return this.quotes.writeAction(tx, quote, 'annotate', changed, changeAuthorOf(by, this.clock.now()));
  }

  delete(by: Principal, target: Target): Promise<void> {
    return this.uow.run(async (tx) => {
      // Locks revisions from the first one on, like a send.
      const { previousRevisionId } = await this.quotes.find(by.company.id, target.id);
      const previous =
        previousRevisionId === null ? null : await this.quotes.lock(tx, by.company.id, { id: previousRevisionId });
      const quote = await this.quotes.lock(tx, by.company.id, target);
      requireQuoteAction('delete', quote);
      const author = changeAuthorOf(by, this.clock.now());
      await this.quotes.delete(tx, quote, changeOf('delete', QUOTE_ACTIONS.delete.event, author));
      if (previous) await this.quotes.writeAction(tx, previous, 'unrevise', { nextRevisionId: null }, author);
    });
  }

  /** Creates a draft to replace a sent quote. It keeps the number; the quote can be answered until the draft is sent. */
  revise(by: Principal, target: Target): Promise<QuoteRow> {
    return this.uow.run(async (tx) => {
      const quote = await this.quotes.lock(tx, by.company.id, target);
      const existingId = quote.supersededAt === null ? quote.nextRevisionId : null;
      if (existingId !== null) throw new Problem('quote_revised', undefined, { extensions: { existingId } });
      requireQuoteAction('revise', quote);
      const { externalId: _, ...shared } = decompose(quote);
      const today = dateInZone(this.clock.now(), by.company.timeZone);
      const body: CreateQuote = {
        ...shared,
        ...STORED_QUOTE.toBody(quote),
        terms: quote.terms,
        expiryDate: revisedExpiry(quote, today),
      };
      const details = { revises: quote.id, number: quote.number };
      const draft = await this.insertDraft(tx, by, body, { action: 'revise', previous: quote, details });
      const author = changeAuthorOf(by, draft.createdAt, { details: { revision: draft.id } });
      // Its available actions have changed.
      await this.quotes.writeAction(tx, quote, 'revise', { nextRevisionId: draft.id }, author);
      return draft;
    });
  }

  private async insertDraft(tx: Tx, by: Principal, body: CreateQuote, origin: QuoteDraftOrigin): Promise<QuoteRow> {
    const now = this.clock.now();
    const today = dateInZone(now, by.company.timeZone);
    const { columns, lines } = composeDocument(body);
    const issueDate = body.issueDate ?? today;
    const [client, company] = await Promise.all([
      this.clients.forDocument(tx, by.company.id, body.clientId),
      this.companies.get(by.company.id, tx),
    ]);
    const expiryDate = body.expiryDate === undefined ? inheritedExpiry(company, issueDate) : body.expiryDate;
    checkExpiry(issueDate, expiryDate);
    const { previous, action, details } = origin;
    return this.quotes.insert(
      tx,
      {
        lines,
        today,
        invoices: [],
        nextRevisionId: null,
        seller: null,
        client: null,
        id: UNSAVED,
        companyId: by.company.id,
        number: null,
        revision: (previous?.revision ?? 0) + 1,
        previousRevisionId: previous?.id ?? null,
        issueDate,
        acceptedAt: null,
        declinedAt: null,
        supersededAt: null,
        acceptance: null,
        decline: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
        // Spread last: V8 creates an object that starts with this spread a hundred times slower.
        ...columns,
        ...STORED_QUOTE.toRow(body),
        expiryDate,
        ...inheritedMembers(body, company, client, action === 'revise'),
        ...NOT_DELIVERED,
      },
      changeOf(action, 'quote.created', changeAuthorOf(by, now, { details })),
    );
  }
}
