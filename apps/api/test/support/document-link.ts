import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { Of, Records } from './records.js';
import type { Caller, World } from './world.js';

/** The page of a document and its content. */
export const DOCUMENT = '/public/api/document';

/** The token of a document's link. */
export function tokenOf({ publicUrl }: { readonly publicUrl: string | null }): string {
  const token = publicUrl?.split('/d/')[1];
  if (!token) throw new Error(`no link: ${publicUrl}`);
  return token;
}

/** A document with its two links. */
export interface Linked<T> {
  readonly record: T;
  /** The client link. */
  readonly answering: string;
  /** Contains the client link. */
  readonly client: Caller;
  /** Contains only the read-only link. */
  readonly viewer: Caller;
}

/** Sends documents by link, and opens them as their clients do. */
export class Links {
  constructor(
    private readonly world: World,
    private readonly by: Caller,
    private readonly records: Records,
  ) {}

  async invoice(body: Of = {}): Promise<Linked<InvoiceView>> {
    return this.sent('invoices', (await this.records.draft(body)).id);
  }

  async quote(body: Of = {}): Promise<Linked<QuoteView>> {
    return this.sent('quotes', (await this.records.quote(body)).id);
  }

  /** Anyone who has the read-only link of a document. */
  open(record: { readonly publicUrl: string | null }): Caller {
    return this.world.bearer(tokenOf(record));
  }

  async sent<T extends { readonly publicUrl: string | null }>(path: string, id: number): Promise<Linked<T>> {
    const answer = await this.by.call<T>('POST', `/v1/${path}/${id}/send`, { body: { channel: 'Link' } });
    if (answer.status !== 200) throw new Error(answer.text);
    const answering = await this.answeringUrl(path, id);
    return {
      record: answer.body,
      answering,
      client: this.world.bearer(tokenOf({ publicUrl: answering })),
      viewer: this.open(answer.body),
    };
  }

  /** The link in an email to the client. */
  async answeringUrl(path: string, id: number): Promise<string> {
    const answer = await this.by.call<{ url: string }>('POST', `/v1/${path}/${id}/answering-link`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.url;
  }
}

/** The document as its client sees it. */
export async function shown(client: Caller): Promise<PublicDocumentView> {
  const answer = await client.call<PublicDocumentView>('GET', DOCUMENT);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
