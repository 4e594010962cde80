import type { ListQuotes } from '@billhook/contract/quote';
import { DocumentRepository, documentColumns, type LinesOf } from '../documents/document.repository.js';
import type { RecordContext } from '../record.repository.js';
import { QuoteLine } from './quote-line.entity.js';
import { quoteList, TODAY } from './quote-list.js';
import { Quote, type QuoteRow } from './quote.entity.js';
import { presentQuote } from './quote.presenter.js';

const LINES: LinesOf = { table: 'quote_lines', entity: QuoteLine, key: 'quote_id' };

const INVOICES = `(SELECT coalesce(json_agg(json_build_object('id', i.id, 'status', i.status, 'gross', i.totals ->> 'gross',
  'taxBreakdown', i.tax_breakdown, 'quoteLineIds', i.quote_line_ids) ORDER BY i.id), '[]') FROM invoices i WHERE i.quote_id = r.id)`;

const REVISIONS = `(SELECT n.id FROM quotes n WHERE n.previous_revision_id = r.id) AS "nextRevisionId",
  coalesce((SELECT p.accepted_at IS NOT NULL FROM quotes p WHERE p.id = r.previous_revision_id), false) AS "previousAccepted"`;

export class QuotesRepository extends DocumentRepository<Quote, QuoteRow, ListQuotes> {
  protected readonly linesOf = LINES;

  constructor(context: RecordContext) {
    super(context, {
      resource: 'quote',
      table: 'quotes',
      entity: Quote,
      columns: `${documentColumns(context, Quote, LINES)}, ${TODAY} AS today, ${INVOICES} AS invoices, ${REVISIONS}`,
      list: quoteList,
      present: presentQuote,
    });
  }
}
