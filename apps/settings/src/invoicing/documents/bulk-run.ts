import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { apiBlob, apiFetch, ApiError, asApiError } from '@billhook/ui/api-fetch';
import { recordPath, sendChange } from '../../shared/workspace/records.js';

/** An action on several documents. */
export type BulkKind = 'send' | 'pdf';

/** What the actions need of an invoice or a quote. */
export type BulkDocument = Pick<InvoiceView, 'id' | 'version' | 'number' | 'client'> & {
  readonly status: string;
  readonly expanded?: { readonly client?: { readonly name: string } | null | undefined } | undefined;
};

export type BulkChannel = 'Email' | 'Link';

export interface BulkAction {
  readonly resource: 'invoices' | 'quotes';
  readonly kind: BulkKind;
  readonly channel: BulkChannel;
}

/** Requests at the same time: more would keep the screens of others waiting. */
const AT_ONCE = 3;

export const isDraft = ({ status }: Pick<BulkDocument, 'status'>): boolean => status === 'Draft';

/** Works on all of them, a few at the same time. A failure stops nothing. */
export async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const take = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/** Waits when the API asks for it. */
async function patiently<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      const { status, retryAfter } = asApiError(error);
      if (status !== 429 || retryAfter === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
    }
  }
}

/**
 * Performs the action on one document.
 * @param again after a failure: the document is read first, because a send whose response was lost may have succeeded
 * @throws ApiError
 */
export async function perform(
  { resource, kind, channel }: BulkAction,
  one: BulkDocument,
  again: boolean,
): Promise<void> {
  if (kind === 'pdf') {
    save(await patiently(() => apiBlob(recordPath(resource, one.id, 'pdf'), {})), `${one.number ?? one.id}.pdf`);
    return;
  }
  const { id, version, status } = again ? await apiFetch<BulkDocument>(recordPath(resource, one.id)) : one;
  if (!isDraft({ status })) return;
  await patiently(() => sendChange<unknown>(resource, id, { part: 'send', version, body: { channel } }));
}

export function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** The most specific reason of a rejected action. */
export function reasonOf(error: ApiError): { readonly code?: string; readonly message: string } {
  const [first] = error.errors;
  return first ?? error;
}
