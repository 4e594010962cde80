import type { ListQuotes } from '@billhook/contract/invoicing/quote';
import { companyTimeSql } from '@billhook/db/company-time.sql';
import { end, hasCustomFields, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape, StatusCountRows } from '@billhook/db/lists/list-records';
import { NO_EVENT } from '@billhook/db/outbox';
import type { Tx } from '@billhook/db/unit-of-work';
import { QUOTE_ACTIONS, type QuoteAction, type QuoteStatus } from '@billhook/domain/invoicing/quote';
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
import { QuoteLine, Quote, type QuoteRow } from './quote.entity.js';
import { presentQuote } from './quote.presenter.js';

/** Today in the company's time zone: a quote expires by the calendar, without a job. */
const TODAY = `(SELECT (${companyTimeSql()} AT TIME ZONE c.time_zone)::date FROM companies c WHERE c.id = r.company_id)`;

const CREDITED = 'i.fully_credited';

/** Whether the invoices add up to the whole quote: the rule of quoteStatus in SQL. */
const INVOICED = `coalesce((SELECT sum((i.totals ->> 'gross')::numeric) >= (r.totals ->> 'gross')::numeric FROM invoices i
  WHERE i.quote_id = r.id AND i.status <> 'Void' AND NOT ${CREDITED}), false)`;

const UNANSWERED = `r.sent_at IS NOT NULL AND r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NULL`;
const ACCEPTED = `r.superseded_at IS NULL AND r.accepted_at IS NOT NULL`;

/** The rules of quoteStatus in SQL. */
const STATUS_SQL: Readonly<Record<QuoteStatus, string>> = {
  Draft: `r.sent_at IS NULL`,
  Superseded: `r.superseded_at IS NOT NULL`,
  Invoiced: `${ACCEPTED} AND ${INVOICED}`,
  Accepted: `${ACCEPTED} AND NOT ${INVOICED}`,
  Declined: `r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NOT NULL`,
  Expired: `${UNANSWERED} AND r.expiry_date < ${TODAY}`,
  Sent: `${UNANSWERED} AND (r.expiry_date < ${TODAY}) IS NOT TRUE`,
};

const QUOTE_STATUS = `CASE ${Object.entries(STATUS_SQL)
  .map(([status, rule]) => `WHEN ${rule} THEN '${status}'`)
  .join(' ')} END`;

const quoteList: ListShape<ListQuotes, QuoteRow> = {
  filters: {
    ...documentFilters,
    status: (statuses) => ({ any: [statuses.map((status) => `(${STATUS_SQL[status]})`).join(' OR ')] }),
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
