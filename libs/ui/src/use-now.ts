import { createContext, useContext, useSyncExternalStore } from 'react';

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

/** Milliseconds by which the clock of the company is ahead, which is 0 unless it is a sandbox. */
export const ClockOffset = createContext(0);

/** The time by the clock of the company, for its records, keys and links. For sessions, deliveries and logs, use `useNow`. */
export function useCompanyTime(): Date {
  const now = useNow();
  return new Date(now.getTime() + useContext(ClockOffset));
}
