import { useSyncExternalStore } from 'react';

/*
 * The token is in the fragment, which browsers do not send. It stays in the address, for reloads and bookmarks, and is never stored:
 * it opens an invoice.
 */

const read = (): string => location.hash.slice(1);

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

const PREVIEW = /^preview\/((?:invoices|quotes|credit-notes)\/\d+)$/;

/** The record that a member of the company previews: the workspace opens its page without a link. Undefined with a token. */
export function previewOf(token: string): string | undefined {
  return PREVIEW.exec(token)?.[1];
}

/** The token of the link, or the preview. Changes when another link is pasted over it, because browsers do not reload then. */
export function useLinkToken(): string {
  return useSyncExternalStore(subscribe, read);
}
