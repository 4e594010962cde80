import { ExpandableQuote, QuoteList } from '@billhook/contract/invoicing/expanded';
import { CreateQuote, GetQuote, ListQuotes, QuoteView, UpdateQuote } from '@billhook/contract/invoicing/quote';
import { presentQuote } from '@billhook/invoicing/quotes/quote.presenter';
import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns, RouteOrder } from '../../request/routes/route.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { QUOTE_EXPANSIONS } from '../expand/expansions.sql.js';
import { deletableRecordController } from '../records/record.controller.js';
import { statusCountsController } from '../records/status-counts.controller.js';
import { QuotesService } from './quotes.service.js';

@ApiTags('Quotes')
@Controller(recordPaths('quotes'))
@RouteOrder('list', 'export', 'create', 'get', 'update', 'delete', 'timeline')
export class QuotesController extends deletableRecordController({
  name: 'quotes',
  read: 'quote.read',
  write: 'quote.write',
  service: QuotesService,
  present: presentQuote,
  schemas: { listQuery: ListQuotes, list: QuoteList, getQuery: GetQuote, view: ExpandableQuote },
  expansions: QUOTE_EXPANSIONS,
  summaries: {
    list: 'List quotes, newest first',
    export: 'Export quotes as CSV',
    get: 'Get a quote',
    timeline: 'Get the timeline of a quote',
  },
  delete: { summary: 'Delete a draft', problems: ['not_found', 'quote_not_draft', 'version_mismatch'] },
}) {
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
    return presentQuote(await this.records.create(by, body));
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
    return presentQuote(await this.records.update(by, target, body));
  }
}

export const QuoteStatusCountsController = statusCountsController({
  name: 'quotes',
  read: 'quote.read',
  service: QuotesService,
  listQuery: ListQuotes,
});
