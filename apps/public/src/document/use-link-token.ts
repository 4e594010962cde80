import { useSyncExternalStore } from 'react';

/*
 * The token is in the path, or in the fragment of a link that was sent before the server rendered the page. It stays in the address, for
 * reloads and bookmarks, and is never stored: it opens an invoice.
 */

/** Also of a document on the page of its client: `/d/<token of the client>/invoices/7`. */
const IN_PATH = /^\/d\/([0-9A-Za-z]+(?:\/(?:invoices|quotes|credit-notes)\/\d+)?)\/?$/;

/** The token of the address, or the preview. */
export const readLinkToken = (): string => IN_PATH.exec(location.pathname)?.[1] ?? location.hash.slice(1);

/** Whether the server renders the page of this address. */
export const isLinkInPath = (): boolean => IN_PATH.test(location.pathname);

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

const PREVIEW = /^preview\/((?:invoices|quotes|credit-notes)\/\d+)$/;

/** The record that a member of the company previews: the workspace opens its page without a link. Undefined with a token. */
export function previewOf(token: string): string | undefined {
  return PREVIEW.exec(token)?.[1];
}

/**
 * The token of the link, or the preview. Changes when another link is pasted over it, because browsers do not reload then.
 * @param rendered the token of the page that the server renders
 */
export function useLinkToken(rendered: string): string {
  return useSyncExternalStore(subscribe, readLinkToken, () => rendered);
}
