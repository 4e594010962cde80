import { useSyncExternalStore } from 'react';

/*
 * Links of invitations, password resets and the set-up carry their secret after the #, which browsers do not send. It is removed from the address before anything
 * else reads it (history, router, a screenshot), and is only in this variable.
 */

let token: string | undefined;
const listeners = new Set<() => void>();

function take(): void {
  if (!/\/(invitation|reset-password|set-up)$/.test(location.pathname) || location.hash.length < 2) return;
  keep(location.hash.slice(1));
  history.replaceState(history.state, '', location.pathname + location.search);
}

function keep(next: string | undefined): void {
  token = next;
  for (const listener of listeners) listener();
}

take();
// Another link of the same kind, opened over this page, does not reload it.
addEventListener('hashchange', take);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The secret of the link that opened this page; undefined without one, or after a reload. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore(subscribe, () => token);
}

/** Forgets the secret after its use. */
export function dropLinkToken(): void {
  keep(undefined);
}
