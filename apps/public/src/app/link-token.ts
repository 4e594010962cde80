import { useSyncExternalStore } from 'react';

/*
 * The token is in the fragment, which browsers do not send. It stays in the address, for reloads and bookmarks, and is written
 * nowhere else: no storage holds what opens an invoice.
 */

const read = (): string => location.hash.slice(1);

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

const PREVIEW = /^preview\/((?:invoices|quotes|credit-notes)\/\d+)$/;

/** The record that a member of the company previews: the workspace opens its page without a link. Undefined of a token. */
export function previewOf(token: string): string | undefined {
  return PREVIEW.exec(token)?.[1];
}

/** The token of the link, or the preview; another one when another link is pasted over it, for which browsers load nothing. */
export function useLinkToken(): string {
  return useSyncExternalStore(subscribe, read);
}
