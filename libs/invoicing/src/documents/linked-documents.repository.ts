import type { OpenedWith } from '@billhook/contract/invoicing/public-document';
import { companyTimeSql } from '@billhook/db/company-time.sql';
import { Database } from '@billhook/db/database';
import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import { ID_TEXT } from '@billhook/domain/shared/value-patterns';
import { Injectable } from '@nestjs/common';
import type { DocumentResource } from '../document-base/document-ref.js';
import { LINK_TOKEN } from '../document-base/link-token.js';
import { hashAnsweringToken } from './answering-links.repository.js';
import { DOCUMENT_PATHS } from './client-links.repository.js';

/** The document that a link opens, and its company. */
export interface LinkedDocument {
  readonly resource: DocumentResource;
  readonly recordId: number;
  readonly openedWith: OpenedWith;
  /** Whether its page leads to that of the client. */
  readonly leadsToClient: boolean;
  readonly companyId: number;
  readonly companyName: string;
  readonly companyKind: CompanyKind;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly clockOffset: number;
  /** When the company is deleted; null without a request. */
  readonly deletesAt: Date | null;
}

const TOKEN = new RegExp(`^${LINK_TOKEN}$`);

/** A document on the page of its client: `<token of the client>/invoices/7`. */
const ON_CLIENT_PAGE = new RegExp(`^(${LINK_TOKEN})/(invoices|quotes|credit-notes)/(${ID_TEXT})$`);

/** Matches no document. A malformed token is looked up as this value, to take as long as any other token. */
const NO_TOKEN = '';

const TABLES: Readonly<Record<DocumentResource, string>> = {
  invoice: 'invoices',
  quote: 'quotes',
  credit_note: 'credit_notes',
};

const LINKED = Object.entries(TABLES)
  .map(
    ([resource, table]) =>
      `SELECT '${resource}' AS resource, id, company_id, 'ViewingLink' AS opened_with, false AS leads_to_client FROM ${table} WHERE public_token = $1`,
  )
  .concat(
    `SELECT resource, record_id, company_id, 'AnsweringLink', leads_to_client FROM answering_links WHERE token_hash = $2`,
  )
  .join(' UNION ALL ');

/** What the page of a client opens: each issued document, whether or not it has links. */
const ISSUED: Readonly<Record<DocumentResource, string>> = {
  invoice: `d.status <> 'Draft'`,
  quote: 'd.sent_at IS NOT NULL',
  credit_note: 'true',
};

const COLUMNS = `d.opened_with AS "openedWith", c.id AS "companyId", c.name AS "companyName", c.kind AS "companyKind", c.plan,
  c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.deletes_at AS "deletesAt"`;

/** Finds documents by the tokens of their links. A token has 190 random bits, so guesses need no limit. Revoked tokens are not stored. */
@Injectable()
export class LinkedDocumentsRepository {
  constructor(private readonly db: Database) {}

  /** @returns the document and the hash of its token */
  async find(token: string | undefined): Promise<(LinkedDocument & { readonly tokenHash: Buffer }) | undefined> {
    const [, clientToken, path, id] = ON_CLIENT_PAGE.exec(token ?? '') ?? [];
    if (clientToken && path && id)
      return this.ofClient(clientToken, DOCUMENT_PATHS[path as keyof typeof DOCUMENT_PATHS], Number(id));
    const known = token !== undefined && TOKEN.test(token) ? token : NO_TOKEN;
    const tokenHash = hashAnsweringToken(known);
    const [linked] = await this.db.lookUp<LinkedDocument & Record<string, unknown>>({
      name: 'document_by_token',
      text: `SELECT d.resource, d.id AS "recordId", d.leads_to_client AND c.client_pages AS "leadsToClient", ${COLUMNS}
        FROM (${LINKED}) d JOIN companies c ON c.id = d.company_id`,
      values: [known, tokenHash],
    });
    return linked && { ...linked, tokenHash };
  }
  /** A document of the client whose link has this token, with which the client can answer as with the client link. */
  private async ofClient(token: string, resource: DocumentResource, id: number) {
    const tokenHash = hashAnsweringToken(token);
    const [linked] = await this.db.lookUp<LinkedDocument & Record<string, unknown>>({
      name: `document_of_client_${resource}`,
      text: `SELECT $2::text AS resource, d.id AS "recordId", false AS "leadsToClient", ${COLUMNS}
        FROM (SELECT d.id, l.company_id, 'AnsweringLink' AS opened_with, l.expires_at FROM client_links l
          JOIN ${TABLES[resource]} d ON d.company_id = l.company_id AND d.client_id = l.client_id
          WHERE l.token_hash = $1 AND d.id = $3 AND ${ISSUED[resource]}) d JOIN companies c ON c.id = d.company_id
        WHERE (d.expires_at > ${companyTimeSql()}) IS NOT FALSE`,
      values: [tokenHash, resource, id],
    });
    return linked && { ...linked, tokenHash };
  }
}
