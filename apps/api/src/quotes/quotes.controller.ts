import type { ListOf } from '@billhook/contract/common';
import { CreateQuote, ListQuotes, QuoteList, QuoteView, SendQuote, UpdateQuote } from '@billhook/contract/quote';
import { presentQuote } from '@billhook/records/quotes/quote.presenter';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Id } from '../http/id.param.js';
import { Paging } from '../http/paging.js';
import { Returns, ReturnsNothing } from '../http/returns.decorator.js';
import { QuotesService } from './quotes.service.js';

@ApiTags('Quotes')
@Controller('v1/quotes')
export class QuotesController {
  constructor(
    private readonly quotes: QuotesService,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('quote.read')
  @Returns(QuoteList, { summary: 'List quotes, newest first', problems: ['invalid_query', 'cursor_mismatch'] })
  async list(@By() by: Principal, @Query({ schema: ListQuotes }) query: ListQuotes): Promise<ListOf<QuoteView>> {
    const sliced = await this.quotes.list(by, query, this.paging.slice('quotes', by.company.id, query));
    return this.paging.page('quotes', by.company.id, query, sliced, presentQuote, (quote) => quote.id);
  }

  @Post()
  @Requires('quote.write')
  @Returns(QuoteView, {
    status: 201,
    summary: 'Create a quote',
    description:
      'A draft: it has no number yet. Totals are computed by the rules of EN 16931; send `expectedTotal` to have yours checked.',
    problems: ['invalid_body', 'total_mismatch', 'external_id_taken', 'client_archived'],
  })
  async create(@By() by: Principal, @Body({ schema: CreateQuote }) body: CreateQuote): Promise<QuoteView> {
    return presentQuote(await this.quotes.create(by, body));
  }

  @Get(':id')
  @Requires('quote.read')
  @Returns(QuoteView, { summary: 'Get a quote', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<QuoteView> {
    return presentQuote(await this.quotes.get(by, id));
  }

  @Patch(':id')
  @Requires('quote.write')
  @Returns(QuoteView, {
    summary: 'Edit a draft',
    description: 'What is left out stays; null empties; lines, allowances and charges are replaced as a whole.',
    problems: [
      'not_found',
      'invalid_body',
      'total_mismatch',
      'external_id_taken',
      'quote_not_draft',
      'client_archived',
    ],
  })
  async update(
    @By() by: Principal,
    @Id() id: number,
    @Body({ schema: UpdateQuote }) body: UpdateQuote,
  ): Promise<QuoteView> {
    return presentQuote(await this.quotes.update(by, id, body));
  }

  @Delete(':id')
  @Requires('quote.write')
  @ReturnsNothing({ summary: 'Delete a draft', problems: ['not_found', 'quote_not_draft'] })
  delete(@By() by: Principal, @Id() id: number): Promise<void> {
    return this.quotes.delete(by, id);
  }

  @Post(':id/send')
  @Requires('quote.write')
  @Returns(QuoteView, {
    summary: 'Send a quote',
    description: 'It takes the next number of its series. Sending changes the quote, so it fires `quote.updated`.',
    problems: ['not_found', 'quote_not_draft', 'quote_not_sendable', 'client_archived'],
  })
  async send(@By() by: Principal, @Id() id: number, @Body({ schema: SendQuote }) _body: SendQuote): Promise<QuoteView> {
    return presentQuote(await this.quotes.send(by, id));
  }
}
