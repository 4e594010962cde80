import type { Tx } from '@billhook/db/unit-of-work';
import type { QuoteStatus } from '@billhook/domain/quote';
import { DocumentRepository, documentColumns, type LinesOf } from '../documents/document.repository.js';
import { Conditions, type Slice, type Sliced } from '../paging.js';
import type { RecordContext } from '../record.repository.js';
import { QuoteLine } from './quote-line.entity.js';
import { Quote, type QuoteRow } from './quote.entity.js';
import { presentQuote } from './quote.presenter.js';

export interface QuoteFilter {
  readonly status?: QuoteStatus;
  readonly clientId?: number;
  readonly externalId?: string;
}

const LINES: LinesOf = { table: 'quote_lines', entity: QuoteLine, key: 'quote_id' };

/** Today in the company's zone: a quote expires by the calendar, without a job. */
const TODAY = `(SELECT (now() AT TIME ZONE c.time_zone)::date FROM companies c WHERE c.id = r.company_id)`;

const INVOICES = `(SELECT coalesce(json_agg(json_build_object('id', i.id, 'status', i.status, 'gross', i.totals ->> 'gross',
  'taxBreakdown', i.tax_breakdown, 'quoteLineIds', i.quote_line_ids) ORDER BY i.id), '[]') FROM invoices i WHERE i.quote_id = r.id)`;

/** Whether its invoices amount to all of it: what quoteStatus says, in SQL. */
const INVOICED = `coalesce((SELECT sum((i.totals ->> 'gross')::numeric) = (r.totals ->> 'gross')::numeric FROM invoices i
  WHERE i.quote_id = r.id AND i.status <> 'Void'), false)`;

const UNANSWERED = `r.sent_at IS NOT NULL AND r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NULL`;
const ACCEPTED = `r.superseded_at IS NULL AND r.accepted_at IS NOT NULL`;

/** Each status as quoteStatus derives it. */
const STATUS_SQL: Readonly<Record<QuoteStatus, string>> = {
  Draft: `r.sent_at IS NULL`,
  Superseded: `r.superseded_at IS NOT NULL`,
  Invoiced: `${ACCEPTED} AND ${INVOICED}`,
  Accepted: `${ACCEPTED} AND NOT ${INVOICED}`,
  Declined: `r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NOT NULL`,
  Expired: `${UNANSWERED} AND r.expiry_date < ${TODAY}`,
  Sent: `${UNANSWERED} AND (r.expiry_date < ${TODAY}) IS NOT TRUE`,
};

export class QuotesRepository extends DocumentRepository<Quote, QuoteRow> {
  protected readonly linesOf = LINES;

  constructor(context: RecordContext) {
    super(context, {
      resource: 'quote',
      table: 'quotes',
      entity: Quote,
      columns: `${documentColumns(context, Quote, LINES)}, ${TODAY} AS today, ${INVOICES} AS invoices`,
      present: presentQuote,
    });
  }

  list(companyId: number, { status, ...filter }: QuoteFilter, slice: Slice): Promise<Sliced<QuoteRow>> {
    const conditions = new Conditions()
      .add('company', 'r.company_id = ?', companyId)
      .when(status !== undefined, status ?? '', status ? STATUS_SQL[status] : '')
      .add('client', 'r.client_id = ?', filter.clientId)
      .add('external', 'r.external_id = ?', filter.externalId);
    return this.slice(conditions, slice);
  }

  /** The revision that follows a quote, or undefined. The caller holds the quote's lock. */
  async nextRevision(tx: Tx, id: number): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }>({
      name: 'quote_next_revision',
      text: 'SELECT id FROM quotes WHERE previous_revision_id = $1',
      values: [id],
    });
    return row?.id;
  }
}
