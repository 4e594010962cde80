import type { CreateQuote, ListQuotes, UpdateQuote } from '@billhook/contract/quote';
import { UNSAVED } from '@billhook/db/row';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/calendar';
import { Problem } from '@billhook/domain/problems';
import { QUOTE_ACTIONS } from '@billhook/domain/quote';
import type { Clock } from '@billhook/platform/clock';
import { takeNumber } from '@billhook/records/number-series';
import type { Slice, Sliced } from '@billhook/records/paging';
import type { QuoteRow } from '@billhook/records/quotes/quote.entity';
import { QuotesRepository } from '@billhook/records/quotes/quotes.repository';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { ClientsService } from '../clients/clients.service.js';
import { composeDocument, decompose, newLines, patched } from '../documents/compose.js';
import { isEmpty } from '../http/patch.js';
import { CLOCK } from '../platform/tokens.js';
import { checkExpiry, checkSendable, requireAction } from './quote-rules.js';

@Injectable()
export class QuotesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: QuotesRepository,
    private readonly clients: ClientsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(by: Principal, filter: ListQuotes, slice: Slice): Promise<Sliced<QuoteRow>> {
    return this.quotes.list(by.company.id, filter, slice);
  }

  get(by: Principal, id: number): Promise<QuoteRow> {
    return this.quotes.find(by.company.id, id);
  }

  create(by: Principal, body: CreateQuote): Promise<QuoteRow> {
    const now = this.clock.now();
    const today = dateInZone(now, by.company.timeZone);
    const { columns, lines } = composeDocument(body);
    const issueDate = body.issueDate ?? today;
    checkExpiry(issueDate, body.expiryDate ?? null);
    return this.uow.run(async (tx) => {
      await this.clients.forDocument(tx, by.company.id, body.clientId);
      return this.quotes.insert(
        tx,
        {
          ...columns,
          lines,
          today,
          id: UNSAVED,
          companyId: by.company.id,
          number: null,
          status: 'Draft',
          title: body.title ?? null,
          issueDate,
          expiryDate: body.expiryDate ?? null,
          sentAt: null,
          version: 1,
          createdAt: now,
          updatedAt: now,
        },
        'quote.created',
      );
    });
  }

  update(by: Principal, id: number, patch: UpdateQuote): Promise<QuoteRow> {
    return this.uow.run(async (tx) => {
      const quote = await this.quotes.lock(tx, by.company.id, id);
      requireAction('update', quote);
      if (isEmpty(patch)) return quote;
      const { issueDate = quote.issueDate, expiryDate = quote.expiryDate, title = quote.title, ...rest } = patch;
      checkExpiry(issueDate, expiryDate);
      if (patch.clientId !== undefined) await this.clients.forDocument(tx, by.company.id, patch.clientId);
      const { columns, lines } = composeDocument(patched(decompose(quote), rest));
      const version = quote.version + 1;
      const next: QuoteRow = {
        ...quote,
        ...columns,
        title,
        issueDate,
        expiryDate,
        version,
        updatedAt: this.clock.now(),
      };
      return this.quotes.write(tx, next, QUOTE_ACTIONS.update.event, newLines(rest, quote.lines, lines));
    });
  }

  delete(by: Principal, id: number): Promise<void> {
    return this.uow.run(async (tx) => {
      const quote = await this.quotes.lock(tx, by.company.id, id);
      requireAction('delete', quote);
      await this.quotes.delete(tx, quote, QUOTE_ACTIONS.delete.event, this.clock.now());
    });
  }

  send(by: Principal, id: number): Promise<QuoteRow> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const quote = await this.quotes.lock(tx, by.company.id, id);
      requireAction('send', quote);
      checkSendable(quote, dateInZone(now, by.company.timeZone));
      await this.clients.forDocument(tx, by.company.id, quote.clientId);
      const { number, outOfOrder } = await takeNumber(tx, by.company.id, 'quote', quote.issueDate);
      if (outOfOrder !== null) {
        const message = `must not lie before ${outOfOrder}, the last date of its series`;
        throw new Problem('quote_not_sendable', undefined, {
          errors: [{ pointer: '/issueDate', code: 'date_before_series', message }],
        });
      }
      const sent: QuoteRow = {
        ...quote,
        number,
        status: 'Sent',
        sentAt: now,
        version: quote.version + 1,
        updatedAt: now,
      };
      return this.quotes.write(tx, sent, QUOTE_ACTIONS.send.event);
    });
  }
}
