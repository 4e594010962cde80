/** The longest time of a timer. Any longer one, such as a `Retry-After` of a month, would end after a millisecond. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** Waits; not at all for a time in the past. @throws the reason of the signal when it is aborted */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let left = milliseconds;
  do {
    await rest(Math.min(Math.max(left, 0), LONGEST_TIMER_MS), signal);
    left -= LONGEST_TIMER_MS;
  } while (left > 0);
}

function rest(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
