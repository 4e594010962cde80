import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;
// Every render uses the current time, otherwise a recent event could be in the future.
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

/** The time, updated every 15 seconds by one timer for the whole page. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, current);
}
