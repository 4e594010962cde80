import type { OpenedWith } from '@billhook/contract/invoicing/public-document';
import { Database } from '@billhook/db/database';
import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import { Injectable } from '@nestjs/common';
import type { DocumentResource } from '../document-base/document-ref.js';
import { hashAnsweringToken } from './answering-links.repository.js';

/** The document that a link opens, and its company. */
export interface LinkedDocument {
  readonly resource: DocumentResource;
  readonly recordId: number;
  readonly openedWith: OpenedWith;
  readonly companyId: number;
  readonly companyName: string;
  readonly companyKind: CompanyKind;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly clockOffset: number;
  /** When the company is deleted; null without a request. */
  readonly deletesAt: Date | null;
}

const TOKEN = /^[0-9A-Za-z]{32}$/;

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
      `SELECT '${resource}' AS resource, id, company_id, 'ViewingLink' AS opened_with FROM ${table} WHERE public_token = $1`,
  )
  .concat(`SELECT resource, record_id, company_id, 'AnsweringLink' FROM answering_links WHERE token_hash = $2`)
  .join(' UNION ALL ');

/** Finds documents by the tokens of their links. A token has 190 random bits, so guesses need no limit. Revoked tokens are not stored. */
@Injectable()
export class LinkedDocumentsRepository {
  constructor(private readonly db: Database) {}

  /** @returns the document and the hash of its token */
  async find(token: string | undefined): Promise<(LinkedDocument & { readonly tokenHash: Buffer }) | undefined> {
    const known = token !== undefined && TOKEN.test(token) ? token : NO_TOKEN;
    const tokenHash = hashAnsweringToken(known);
    const [linked] = await this.db.lookUp<LinkedDocument & Record<string, unknown>>({
      name: 'document_by_token',
      text: `SELECT d.resource, d.id AS "recordId", d.opened_with AS "openedWith", c.id AS "companyId", c.name AS "companyName", c.kind AS "companyKind", c.plan, c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.deletes_at AS "deletesAt"
        FROM (${LINKED}) d JOIN companies c ON c.id = d.company_id`,
      values: [known, tokenHash],
    });
    return linked && { ...linked, tokenHash };
  }
}
