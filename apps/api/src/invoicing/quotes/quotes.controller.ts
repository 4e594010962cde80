import { ExpandableQuote, QuoteList } from '@billhook/contract/invoicing/expanded';
import { CreateQuote, GetQuote, ListQuotes, QuoteView, UpdateQuote } from '@billhook/contract/invoicing/quote';
import { UPDATED_SINCE_HINT, type RecordListOf } from '@billhook/contract/shared/list-query';
import { TimelineView } from '@billhook/contract/invoicing/timeline';
import { presentQuote } from '@billhook/invoicing/quotes/quote.presenter';
import type { Window } from '@billhook/db/lists/list-records';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Expander } from '../expand/expander.js';
import { QUOTE_EXPANSIONS } from '../expand/expansions.js';
import { Id } from '../../request/routes/id.param.js';
import { Paging } from '../../request/paging/paging.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns, ReturnsNothing } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { QuotesService } from './quotes.service.js';

@ApiTags('Quotes')
@Controller(recordPaths('quotes'))
export class QuotesController {
  constructor(
    private readonly quotes: QuotesService,
    private readonly paging: Paging,
    private readonly expander: Expander,
  ) {}

  @Get()
  @Requires('quote.read', QUOTE_EXPANSIONS)
  @Returns(QuoteList, {
    summary: 'List quotes, newest first',
    description: UPDATED_SINCE_HINT,
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  list(@By() by: Principal, @Query({ schema: ListQuotes }) query: ListQuotes): Promise<RecordListOf<ExpandableQuote>> {
    const read = (window: Window) => this.quotes.list(by, query, window);
    return this.expander.list(by, QUOTE_EXPANSIONS, query.expand, () =>
      this.paging.records('quotes', by.company.id, query, read, presentQuote),
    );
  }

  @Post()
  @Requires('quote.write')
  @Returns(QuoteView, {
    status: 201,
    at: 'quotes',
    summary: 'Create a quote',
    description:
      'Creates a draft, which has no number yet. Totals are computed by the rules of EN 16931; send `expectedTotal` to have yours checked.',
    problems: ['invalid_body', 'total_mismatch', 'external_id_taken', 'client_archived'],
  })
  async create(@By() by: Principal, @Body({ schema: CreateQuote }) body: CreateQuote): Promise<QuoteView> {
    return presentQuote(await this.quotes.create(by, body));
  }

  @Get(':id')
  @Requires('quote.read', QUOTE_EXPANSIONS)
  @Returns(ExpandableQuote, { summary: 'Get a quote', problems: ['not_found', 'invalid_query'] })
  get(@By() by: Principal, @Id() id: number, @Query({ schema: GetQuote }) query: GetQuote): Promise<ExpandableQuote> {
    return this.expander.record(by, QUOTE_EXPANSIONS, query.expand, async () =>
      presentQuote(await this.quotes.get(by, id)),
    );
  }

  @Patch(':id')
  @Requires('quote.write')
  @Returns(QuoteView, {
    summary: 'Edit a draft',
    description:
      'Members that you leave out stay unchanged; null clears a member; lines, allowances and charges are replaced as a whole.',
    problems: [
      'not_found',
      'invalid_body',
      'total_mismatch',
      'external_id_taken',
      'quote_not_draft',
      'client_archived',
      'version_mismatch',
    ],
  })
  async update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateQuote }) body: UpdateQuote,
  ): Promise<QuoteView> {
    return presentQuote(await this.quotes.update(by, target, body));
  }

  @Delete(':id')
  @Requires('quote.write')
  @ReturnsNothing({ summary: 'Delete a draft', problems: ['not_found', 'quote_not_draft', 'version_mismatch'] })
  delete(@By() by: Principal, @Target() target: RecordTarget): Promise<void> {
    return this.quotes.delete(by, target);
  }

  @Get(':id/timeline')
  @Requires('quote.read')
  @Returns(TimelineView, { summary: 'Get the timeline of a quote', problems: ['not_found'] })
  timeline(@By() by: Principal, @Id() id: number): Promise<TimelineView> {
    return this.quotes.timeline(by, id);
  }
}
