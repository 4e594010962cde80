import { Database } from '@billhook/db/database';
import { Injectable } from '@nestjs/common';
import { QUOTE_STATUS_SQL, UNANSWERED_QUOTE } from '../quotes/quote-status.sql.js';

/** Quotes that wait, by whom they wait for. */
export interface WaitingQuotes {
  readonly drafts: number;
  /** Those without an answer. */
  readonly unanswered: number;
  /** Those of them that expire soon. */
  readonly expiring: number;
}

/** The number of rows, counted up to `most`. */
const countOf = (rows: string, most: string): string => `(SELECT count(*)::int FROM (SELECT ${rows} LIMIT ${most}) t)`;

// A separate subquery for each count, so that each reads its index.
const UNANSWERED = `FROM quotes r WHERE r.company_id = $1 AND ${UNANSWERED_QUOTE}`;
const QUOTES = `SELECT
  ${countOf(`FROM quotes r WHERE r.company_id = $1 AND r.number IS NULL AND ${QUOTE_STATUS_SQL.Draft}`, '$4')} AS drafts,
  ${countOf(`${UNANSWERED} AND (r.expiry_date >= $2 OR r.expiry_date IS NULL)`, '$4')} AS unanswered,
  ${countOf(`${UNANSWERED} AND r.expiry_date BETWEEN $2 AND $3`, '$4')} AS expiring`;

/** Counts documents that wait for the company or for their clients. */
@Injectable()
export class WaitingDocumentsQueries {
  constructor(private readonly db: Database) {}

  async draftInvoices(companyId: number, most: number): Promise<number> {
    const [row] = await this.db.query<{ count: number }>({
      name: 'waiting_invoices',
      text: `SELECT ${countOf(`FROM invoices WHERE company_id = $1 AND status = 'Draft'`, '$2')} AS count`,
      values: [companyId, most],
    });
    return row?.count ?? 0;
  }

  /** @param days today, and the last day on which an expiry is soon */
  async quotes(
    companyId: number,
    { today, soon }: { readonly today: string; readonly soon: string },
    most: number,
  ): Promise<WaitingQuotes> {
    const [row] = await this.db.query<WaitingQuotes & { readonly [column: string]: unknown }>({
      name: 'waiting_quotes',
      text: QUOTES,
      values: [companyId, today, soon, most],
    });
    return row ?? { drafts: 0, unanswered: 0, expiring: 0 };
  }
}
