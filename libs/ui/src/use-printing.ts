import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const listeners = new Set<() => void>();

function set(now: boolean): void {
  printing = now;
  for (const listener of listeners) listener();
}

// The browser prints what is in the page when the handlers return.
addEventListener('beforeprint', () => flushSync(() => set(true)));
addEventListener('afterprint', () => set(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is being printed, which shows everything that is loaded. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
