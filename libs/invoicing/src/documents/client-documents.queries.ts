import type { LogoView } from '@billhook/contract/identity/company';
import { CLIENT_PAGE_SIZE } from '@billhook/contract/invoicing/client-page';
import { companyTimeSql } from '@billhook/db/company-time.sql';
import { Database } from '@billhook/db/database';
import type { CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import type { QuoteStatus } from '@billhook/domain/invoicing/quote';
import { Injectable } from '@nestjs/common';
import { QUOTE_STATUS } from '../quotes/quote-status.sql.js';
import { hashAnsweringToken } from './answering-links.repository.js';
import type { LinkedClient } from './client-links.repository.js';

/** What the page of a client says about both parties. */
export interface ClientPageParties extends LinkedClient {
  readonly isSandbox: boolean;
  readonly companyName: string;
  readonly companyEmail: string | null;
  readonly logo: LogoView | null;
  readonly accentColor: string | null;
  readonly clientName: string;
  readonly locale: string | null;
}

/** An issued document of a client. */
export interface ClientDocumentRow {
  readonly resource: 'invoice' | 'quote' | 'credit_note';
  readonly id: number;
  readonly number: string;
  readonly title: string | null;
  readonly status: InvoiceStatus | QuoteStatus | 'Issued';
  readonly issueDate: string;
  readonly until: string | null;
  readonly currency: CurrencyCode;
  readonly total: string;
  readonly paid: string;
  readonly credited: string;
}

/** What is left to pay in one currency. */
export interface ClientDueRow {
  readonly currency: CurrencyCode;
  readonly due: string;
  readonly overdue: string;
}

/** What a client can still pay: not a rejected invoice, as on its page. */
const PAYABLE = `r.status IN ('Sent', 'Partial', 'Overdue')`;

const COMMON = 'r.id, r.number, r.issue_date AS "issueDate", r.currency, r.payable::text AS total';
const OF_CLIENT = 'r.company_id = $1 AND r.client_id = $2';

const DOCUMENTS = `SELECT 'invoice' AS resource, ${COMMON}, NULL AS title, r.status, r.due_date AS until, r.amount_paid::text AS paid,
    r.amount_credited::text AS credited, ${PAYABLE} AS open
  FROM invoices r WHERE ${OF_CLIENT} AND r.status <> 'Draft'
  UNION ALL SELECT 'quote', ${COMMON}, r.title, ${QUOTE_STATUS}, r.expiry_date, '0', '0', false
  FROM quotes r WHERE ${OF_CLIENT} AND r.sent_at IS NOT NULL
  UNION ALL SELECT 'credit_note', ${COMMON}, NULL, 'Issued', NULL, '0', '0', false FROM credit_notes r WHERE ${OF_CLIENT}`;

/** What the client has to do comes first, the most urgent of it at the top, then everything else from the newest on. */
const ORDERED = `SELECT d.* FROM (${DOCUMENTS}) d,
    LATERAL (SELECT d.open OR (d.resource = 'quote' AND d.status = 'Sent') AS waits) w
  ORDER BY w.waits DESC, CASE WHEN w.waits THEN d.until END NULLS LAST, d."issueDate" DESC, d.resource, d.id DESC`;

/** Reads the issued documents of a client for the page of its link. */
@Injectable()
export class ClientDocumentsQueries {
  constructor(private readonly db: Database) {}

  /** The client of an active link. */
  async find(token: string): Promise<ClientPageParties | undefined> {
    const [row] = await this.db.lookUp<ClientPageParties & Record<string, unknown>>({
      name: 'client_by_token',
      text: `SELECT l.company_id AS "companyId", l.client_id AS "clientId", c.kind = 'Sandbox' AS "isSandbox", c.name AS "companyName",
          c.email AS "companyEmail", c.logo, c.accent_color AS "accentColor", k.name AS "clientName", coalesce(k.locale, c.locale) AS locale
        FROM client_links l JOIN companies c ON c.id = l.company_id JOIN clients k ON k.id = l.client_id
        WHERE l.token_hash = $1 AND (l.expires_at > ${companyTimeSql()}) IS NOT FALSE`,
      values: [hashAnsweringToken(token)],
    });
    return row;
  }

  /** A page of its documents, and how many there are. @param page from 1 */
  async list(
    { companyId, clientId }: LinkedClient,
    page: number,
  ): Promise<{ rows: ClientDocumentRow[]; count: number }> {
    const [rows, [counted]] = await Promise.all([
      this.db.query<ClientDocumentRow & Record<string, unknown>>({
        name: 'client_documents',
        text: `${ORDERED} LIMIT $3 OFFSET $4`,
        values: [companyId, clientId, CLIENT_PAGE_SIZE, (page - 1) * CLIENT_PAGE_SIZE],
      }),
      this.db.query<{ count: number }>({
        name: 'client_documents_count',
        text: `SELECT (SELECT count(*) FROM invoices r WHERE ${OF_CLIENT} AND r.status <> 'Draft')::int
          + (SELECT count(*) FROM quotes r WHERE ${OF_CLIENT} AND r.sent_at IS NOT NULL)::int
          + (SELECT count(*) FROM credit_notes r WHERE ${OF_CLIENT})::int AS count`,
        values: [companyId, clientId],
      }),
    ]);
    return { rows, count: counted?.count ?? 0 };
  }

  /** What is left to pay, by currency, of all documents. */
  due({ companyId, clientId }: LinkedClient): Promise<ClientDueRow[]> {
    return this.db.query<ClientDueRow & Record<string, unknown>>({
      name: 'client_due',
      text: `SELECT r.currency, sum(r.payable - r.amount_paid - r.amount_credited)::text AS due,
          coalesce(sum(r.payable - r.amount_paid - r.amount_credited) FILTER (WHERE r.status = 'Overdue'), 0)::text AS overdue
        FROM invoices r WHERE ${OF_CLIENT} AND ${PAYABLE} GROUP BY r.currency ORDER BY r.currency`,
      values: [companyId, clientId],
    });
  }
}
