/** How long a test waits for what has to come, in ms: a guard against hanging, the same on a machine that is much slower. */
export const PATIENCE_MS = 180_000;

/**
 * Asks until there is an answer.
 * @param what named in the error
 * @param ask gives undefined as long as there is none
 * @throws an Error when none comes
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${patienceMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
