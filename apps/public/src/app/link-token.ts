import { useSyncExternalStore } from 'react';

/*
 * The token stands in the fragment, which browsers send to nobody. It stays in the address, so that the page can be reloaded and
 * kept as a bookmark, and is therefore written nowhere else: no storage holds what opens somebody's invoice.
 */

const read = (): string => location.hash.slice(1);

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The token of the link; another one when another link is pasted over it, for which browsers load nothing anew. */
export function useLinkToken(): string {
  return useSyncExternalStore(subscribe, read);
}
