/** The longest wait of a test in ms. Guards only against hanging, so it is long enough for slow machines. */
export const PATIENCE_MS = 180_000;

// Frequent at first, because most results are there soon. A longer wait leaves the processor to what it waits for: asking takes up to
// 10 ms of CPU time.
const FIRST_PAUSE_MS = 5;
const LAST_PAUSE_MS = 200;

/**
 * Polls until there is a result.
 * @param what is awaited, for the error message
 * @param ask returns undefined until there is a result
 * @throws an Error if there is none in time
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, LAST_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${patienceMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
