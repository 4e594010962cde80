/**
 * The result of a promise within a time limit.
 * @param ms milliseconds
 * @throws what the promise throws, or an Error after the time limit
 */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no response within ${ms} ms`));
    // After a pause of the process, timers run before arrived data is read: one more turn reads it.
    const timer = setTimeout(() => setImmediate(late), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
