import { createHash } from 'node:crypto';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { seal, unseal } from '@billhook/platform/seal';
import type { DocumentRef } from '../document-base/document-ref.js';
import { publicUrlOf } from '../document-base/document.repository.js';
import { newLinkToken } from '../document-base/link-token.js';

const PURPOSE = 'answering-link';

/** The client link of a document, if it can be decrypted. */
export type StoredLink =
  | { readonly status: 'None' }
  | { readonly status: 'Live'; readonly token: string }
  /** No configured application secret decrypts it. */
  | { readonly status: 'Unreadable' };

/** Replaces the token in a stored email. The public page opens nothing for it. */
export const TOKEN_MASK = 'answering-link';

/** Whether the client can answer this kind of document. */
export const takesAnswers = (resource: DocumentRef['resource']): boolean => resource !== 'credit_note';

/** The hash by which a token is looked up. A token has 190 random bits, so its hash needs no salt. */
export function hashAnsweringToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** In the form of earlier versions, whose workers replace no other: they may run beside this one during an upgrade. */
const MASKED_PATH = `/d/#${TOKEN_MASK}`;

/** The text of a stored email with its client link. */
export function unmasked(text: string, token: string): string {
  return text.replaceAll(MASKED_PATH, `/d/${token}`);
}

/** The client links of quotes and invoices. Callers that write hold the lock of the document. */
export class AnsweringLinks {
  constructor(
    private readonly secrets: AppSecrets,
    private readonly publicUrl: string,
  ) {}

  /** The address that a stored email contains instead of the link. */
  get maskedUrl(): string {
    return `${this.publicUrl}${MASKED_PATH}`;
  }

  /** The address of the client link. Creates a link if the document has none, or none that can be decrypted. */
  async urlOf(tx: Tx, ref: DocumentRef, at: Date): Promise<string> {
    const link = await this.linkOf(tx, ref);
    return publicUrlOf(this.publicUrl, link.status === 'Live' ? link.token : await this.replace(tx, ref, at));
  }

  async linkOf(runner: ReadRunner, { resource, recordId }: DocumentRef): Promise<StoredLink> {
    const [row] = await runner.query<{ sealed: string }>({
      name: 'answering_link_get',
      text: 'SELECT sealed FROM answering_links WHERE resource = $1 AND record_id = $2',
      values: [resource, recordId],
    });
    if (!row) return { status: 'None' };
    try {
      return { status: 'Live', token: unseal(this.secrets, PURPOSE, row.sealed) };
    } catch {
      return { status: 'Unreadable' };
    }
  }

  /** Whether a client link still opens a document. Under the document's lock, the result holds until the transaction ends. */
  async isLive(tx: Tx, { resource, recordId }: DocumentRef, tokenHash: Buffer): Promise<boolean> {
    const rows = await tx.query({
      name: 'answering_link_live',
      text: 'SELECT FROM answering_links WHERE resource = $1 AND record_id = $2 AND token_hash = $3',
      values: [resource, recordId, tokenHash],
    });
    return rows.length > 0;
  }

  /** Creates a new link, which replaces the existing one. */
  async replace(tx: Tx, { companyId, resource, recordId }: DocumentRef, at: Date): Promise<string> {
    const token = newLinkToken();
    await tx.query({
      name: 'answering_link_put',
      text: `INSERT INTO answering_links (company_id, resource, record_id, token_hash, sealed, created_at, leads_to_client)
        VALUES ($1, $2, $3, $4, $5, $6, (SELECT c.client_pages FROM companies c WHERE c.id = $1))
        ON CONFLICT (resource, record_id)
        DO UPDATE SET token_hash = excluded.token_hash, sealed = excluded.sealed, created_at = excluded.created_at,
          leads_to_client = excluded.leads_to_client`,
      values: [companyId, resource, recordId, hashAnsweringToken(token), seal(this.secrets, PURPOSE, token), at],
    });
    return token;
  }

  async revoke(tx: Tx, { resource, recordId }: DocumentRef): Promise<void> {
    await tx.query({
      name: 'answering_link_revoke',
      text: 'DELETE FROM answering_links WHERE resource = $1 AND record_id = $2',
      values: [resource, recordId],
    });
  }
}
