import { Database } from '@billhook/db/database';
import type { Plan } from '@billhook/domain/identity/company';
import type { OpenedWith } from '@billhook/contract/invoicing/public-document';
import { hashAnsweringToken } from '@billhook/invoicing/documents/answering-links.repository';
import type { DocumentResource } from '@billhook/invoicing/documents/document-files.repository';
import { Injectable } from '@nestjs/common';
import { DocumentLookup } from '../../access/lookups.js';
import type { DocumentPrincipal } from '../../request/principal.js';

interface LinkedDocument {
  readonly resource: DocumentResource;
  readonly recordId: number;
  readonly openedWith: OpenedWith;
  readonly companyId: number;
  readonly companyName: string;
  readonly plan: Plan;
  readonly timeZone: string;
}

const TOKEN = /^[0-9A-Za-z]{32}$/;

/** No document has it: what can not be a token is looked up as this, so that it costs what any other costs. */
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

/** What the timeline says of who it was. Anyone who has read the record may have the viewing link, so it proves no person. */
const LABELS: Readonly<Record<OpenedWith, string>> = {
  AnsweringLink: 'client',
  ViewingLink: 'viewing link',
  Preview: 'preview',
};

/**
 * Knows a document, and what may be done with it, by the token of a link. A token is 190 random bits, so guesses need no limit of their own, and a
 * revoked one is gone from its row, so that the next request finds nothing.
 */
@Injectable()
export class DocumentLinks extends DocumentLookup {
  constructor(private readonly db: Database) {
    super();
  }

  async find(token: string | undefined): Promise<DocumentPrincipal | undefined> {
    const known = token !== undefined && TOKEN.test(token) ? token : NO_TOKEN;
    const tokenHash = hashAnsweringToken(known);
    const [linked] = await this.db.lookUp<LinkedDocument>({
      name: 'document_by_token',
      text: `SELECT d.resource, d.id AS "recordId", d.opened_with AS "openedWith", c.id AS "companyId", c.name AS "companyName", c.plan, c.time_zone AS "timeZone"
        FROM (${LINKED}) d JOIN companies c ON c.id = d.company_id`,
      values: [known, tokenHash],
    });
    if (!linked) return undefined;
    const { resource, recordId, openedWith, companyId: id, companyName: name, plan, timeZone } = linked;
    return {
      kind: 'document',
      company: { id, name, plan, timeZone },
      permissions: [],
      label: LABELS[openedWith],
      resource,
      recordId,
      openedWith,
      tokenHash,
    };
  }
}
