import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;
// A component that renders again sees a newer time, or what was done just now would be in the future.
const STALE_MS = 1_000;
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function current(): Date {
  if (Date.now() - now.getTime() >= STALE_MS) now = new Date();
  return now;
}

/** The time; a page that stands still sees it every quarter of a minute. One timer for a page, however many times stand on it. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, current);
}
