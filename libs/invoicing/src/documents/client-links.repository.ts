import type { PAGE_LINK_STATUSES } from '@billhook/contract/invoicing/client-page';
import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { seal, unseal } from '@billhook/platform/seal';
import type { DocumentRef } from '../document-base/document-ref.js';
import { publicUrlOf } from '../document-base/document.repository.js';
import { newLinkToken } from '../document-base/link-token.js';
import { hashAnsweringToken, type StoredLink } from './answering-links.repository.js';
import type { ClientLink } from './client-link.entity.js';

const PURPOSE = 'client-link';

/** Replaces the address in a stored email. It opens nothing. */
const MASKED_PATH = '/d/#client-page';

type LinkRow = Pick<ClientLink, 'sealed' | 'createdAt' | 'expiresAt'>;

/** The client of a link. */
export interface LinkedClient {
  readonly companyId: number;
  readonly clientId: number;
}

const COLUMNS = 'sealed, created_at AS "createdAt", expires_at AS "expiresAt"';

/** The tables of documents, by the part of the address of a document on the page of its client. */
export const DOCUMENT_PATHS = {
  invoices: 'invoice',
  quotes: 'quote',
  'credit-notes': 'credit_note',
} as const satisfies Record<string, DocumentRef['resource']>;

const TABLES = { invoice: 'invoices', quote: 'quotes', credit_note: 'credit_notes' } as const;

/** Whether a link works at a time. */
export function pageLinkStatus(link: LinkRow | undefined, at: Date): (typeof PAGE_LINK_STATUSES)[number] {
  if (!link) return 'None';
  if (link.sealed === null) return 'Revoked';
  return link.expiresAt !== null && link.expiresAt <= at ? 'Expired' : 'Active';
}

/** The links to the pages of clients, one for each client. */
export class ClientLinks {
  constructor(
    private readonly secrets: AppSecrets,
    private readonly publicUrl: string,
  ) {}

  /** The address that a stored email contains instead of the link. */
  get maskedUrl(): string {
    return `${this.publicUrl}${MASKED_PATH}`;
  }

  async get(runner: ReadRunner, { companyId, clientId }: LinkedClient): Promise<LinkRow | undefined> {
    const [row] = await runner.query<LinkRow & Record<string, unknown>>({
      name: 'client_link_get',
      text: `SELECT ${COLUMNS} FROM client_links WHERE company_id = $1 AND client_id = $2`,
      values: [companyId, clientId],
    });
    return row;
  }

  /** The address of an active link; undefined if no application secret decrypts it. */
  urlOf({ sealed }: LinkRow): string | undefined {
    const token = sealed === null ? undefined : this.tokenOf(sealed);
    return token === undefined ? undefined : this.urlFor(token);
  }

  urlFor(token: string): string {
    return publicUrlOf(this.publicUrl, token);
  }

  private tokenOf(sealed: string): string | undefined {
    try {
      return unseal(this.secrets, PURPOSE, sealed);
    } catch {
      return undefined;
    }
  }

  /** Creates a link, which replaces an existing one. @returns its address */
  async put(tx: Tx, { companyId, clientId }: LinkedClient, at: Date, expiresAt: Date | null): Promise<string> {
    const token = newLinkToken();
    await tx.query({
      name: 'client_link_put',
      text: `INSERT INTO client_links (company_id, client_id, token_hash, sealed, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (company_id, client_id)
        DO UPDATE SET token_hash = excluded.token_hash, sealed = excluded.sealed, created_at = excluded.created_at,
          expires_at = excluded.expires_at`,
      values: [companyId, clientId, hashAnsweringToken(token), seal(this.secrets, PURPOSE, token), at, expiresAt],
    });
    return this.urlFor(token);
  }

  /** The link of a client whose company links to its page. Creates one unless the client ever had one: a revoked link stays revoked. */
  async ensure(tx: Tx, client: LinkedClient, at: Date): Promise<LinkRow | undefined> {
    const token = newLinkToken();
    await tx.query({
      name: 'client_link_ensure',
      text: `INSERT INTO client_links (company_id, client_id, token_hash, sealed, created_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (company_id, client_id) DO NOTHING`,
      values: [
        ...[client.companyId, client.clientId],
        ...[hashAnsweringToken(token), seal(this.secrets, PURPOSE, token), at],
      ],
    });
    return this.get(tx, client);
  }

  async setExpiry(tx: Tx, { companyId, clientId }: LinkedClient, expiresAt: Date | null): Promise<void> {
    await tx.query({
      name: 'client_link_expiry',
      text: 'UPDATE client_links SET expires_at = $3 WHERE company_id = $1 AND client_id = $2',
      values: [companyId, clientId, expiresAt],
    });
  }

  /** A client without a link gets a revoked one. */
  async revoke(tx: Tx, { companyId, clientId }: LinkedClient, at: Date): Promise<void> {
    await tx.query({
      name: 'client_link_revoke',
      text: `INSERT INTO client_links (company_id, client_id, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (company_id, client_id) DO UPDATE SET token_hash = NULL, sealed = NULL, expires_at = NULL`,
      values: [companyId, clientId, at],
    });
  }

  /**
   * The token of the active link of the client of a document, if the company links to it: a message can contain the mask as well, and must
   * not reveal the link.
   */
  async ofDocument(runner: ReadRunner, { companyId, resource, recordId }: DocumentRef): Promise<StoredLink> {
    const table = TABLES[resource];
    const [row] = await runner.query<{ sealed: string | null }>({
      name: `client_link_of_${table}`,
      text: `SELECT l.sealed FROM client_links l JOIN companies c ON c.id = l.company_id
        WHERE l.company_id = $1 AND l.client_id = (SELECT d.client_id FROM ${table} d WHERE d.company_id = $1 AND d.id = $2)
          AND c.client_pages AND (l.expires_at > ${companyTimeSql()}) IS NOT FALSE`,
      values: [companyId, recordId],
    });
    if (!row || row.sealed === null) return { status: 'None' };
    const token = this.tokenOf(row.sealed);
    return token === undefined ? { status: 'Unreadable' } : { status: 'Live', token };
  }

  /** Whether a token still opens the documents of a client. */
  async isLive(runner: ReadRunner, companyId: number, tokenHash: Buffer): Promise<boolean> {
    const rows = await runner.query({
      name: 'client_link_live',
      text: 'SELECT FROM client_links WHERE company_id = $1 AND token_hash = $2',
      values: [companyId, tokenHash],
    });
    return rows.length > 0;
  }
}

/** The text of a stored email with the address of its client's page. */
export const withClientPage = (text: string, token: string): string => text.replaceAll(MASKED_PATH, `/d/${token}`);

/** Whether the text of a stored email leads to the page of its client. */
export const leadsToClientPage = (text: string): boolean => text.includes(MASKED_PATH);
