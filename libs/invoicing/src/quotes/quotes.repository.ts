import type { ListQuotes } from '@billhook/contract/invoicing/quote';
import { end, hasCustomFields, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape, StatusCountRows } from '@billhook/db/lists/list-records';
import { NO_EVENT } from '@billhook/db/outbox';
import type { Tx } from '@billhook/db/unit-of-work';
import { QUOTE_ACTIONS, type QuoteAction } from '@billhook/domain/invoicing/quote';
import {
  documentFilters,
  documentSorts,
  REFERENCE_COLUMNS,
  referenceFilters,
  searchDocument,
} from '../document-base/document-list.sql.js';
import { DocumentRepository, documentColumns, type LinesOf } from '../document-base/document.repository.js';
import { changeOf, type ChangeAuthor } from '../records/change.js';
import type { RecordContext } from '../records/record.repository.js';
import { CREDITED, QUOTE_STATUS, QUOTE_STATUS_SQL, TODAY } from './quote-status.sql.js';
import { QuoteLine, Quote, type QuoteRow } from './quote.entity.js';
import { presentQuote } from './quote.presenter.js';

const quoteList: ListShape<ListQuotes, QuoteRow> = {
  filters: {
    ...documentFilters,
    status: (statuses) => ({ any: [statuses.map((status) => `(${QUOTE_STATUS_SQL[status]})`).join(' OR ')] }),
    expiryDateFrom: end('r.expiry_date', '>=', 'expiryDate'),
    expiryDateTo: end('r.expiry_date', '<=', 'expiryDate'),
    ...referenceFilters(),
    customField: hasCustomFields,
    q: searchDocument('r.title', ...REFERENCE_COLUMNS),
  } satisfies AllFilters<ListQuotes>,
  sorts: {
    ...documentSorts,
    expiryDate: { sql: 'r.expiry_date', nullable: true, value: (row) => row.expiryDate },
  },
};

const LINES: LinesOf = { document: 'quote', table: 'quote_lines', entity: QuoteLine, key: 'quote_id' };

const INVOICES = `(SELECT coalesce(json_agg(json_build_object('id', i.id, 'status', i.status, 'credited', ${CREDITED}, 'gross', i.totals ->> 'gross',
  'due', i.totals ->> 'due', 'taxBreakdown', i.tax_breakdown, 'quoteLineIds', i.quote_line_ids) ORDER BY i.id), '[]') FROM invoices i WHERE i.quote_id = r.id)`;

const REVISION = `(SELECT n.id FROM quotes n WHERE n.previous_revision_id = r.id) AS "nextRevisionId"`;

export class QuotesRepository extends DocumentRepository<Quote, QuoteRow, ListQuotes> {
  protected readonly linesOf = LINES;

  constructor(context: RecordContext) {
    super(context, {
      resource: 'quote',
      table: 'quotes',
      entity: Quote,
      columns: `${documentColumns(context, Quote, LINES)}, ${TODAY} AS today, ${INVOICES} AS invoices, ${REVISION}`,
      list: quoteList,
      present: presentQuote,
    });
  }

  /** Quotes by status, whatever status the query has. */
  statusCounts(companyId: number, query: ListQuotes): Promise<StatusCountRows> {
    const counted = { status: QUOTE_STATUS, amount: 'r.payable' };
    return this.countBy(counted, companyId, { ...query, status: undefined });
  }

  /** Writes an action. The event follows from the table of actions. */
  writeAction(
    tx: Tx,
    before: QuoteRow,
    action: QuoteAction,
    facts: Partial<QuoteRow>,
    author: ChangeAuthor,
  ): Promise<QuoteRow> {
    return this.write(tx, before, facts, changeOf(action, QUOTE_ACTIONS[action].event ?? NO_EVENT, author));
  }
}
