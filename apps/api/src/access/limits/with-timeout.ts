/**
 * What a promise gives, unless it takes longer.
 * @param ms milliseconds
 * @throws what the promise throws, or an Error when the time is over
 */
export function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no response within ${ms} ms`));
    // After a pause of this process itself, timers run before what has arrived meanwhile is read: one more turn, and it is.
    const timer = setTimeout(() => setImmediate(late), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
