import type { QuoteStatus } from '@billhook/domain/quote';
import type { Database } from '@billhook/db/database';
import type { Outbox } from '@billhook/db/outbox';
import type { DataSource } from 'typeorm';
import { DocumentRepository, documentColumns, type LinesOf } from '../documents/document.repository.js';
import { Conditions, type Slice, type Sliced } from '../paging.js';
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

export class QuotesRepository extends DocumentRepository<Quote, QuoteRow> {
  protected readonly linesOf = LINES;

  constructor(source: DataSource, db: Database, outbox: Outbox) {
    super(db, outbox, {
      resource: 'quote',
      table: 'quotes',
      entity: Quote,
      columns: `${documentColumns(source, Quote, LINES)}, ${TODAY} AS today`,
      present: presentQuote,
    });
  }

  list(companyId: number, { status, ...filter }: QuoteFilter, slice: Slice): Promise<Sliced<QuoteRow>> {
    const expired = `r.expiry_date < ${TODAY}`;
    const conditions = new Conditions()
      .add('company', 'r.company_id = ?', companyId)
      .when(status === 'Draft', 'draft', `r.status = 'Draft'`)
      .when(status === 'Sent', 'sent', `r.status = 'Sent' AND (${expired}) IS NOT TRUE`)
      .when(status === 'Expired', 'expired', `r.status = 'Sent' AND ${expired}`)
      .add('client', 'r.client_id = ?', filter.clientId)
      .add('external', 'r.external_id = ?', filter.externalId);
    return this.slice(conditions, slice);
  }
}
