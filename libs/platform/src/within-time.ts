/** Thrown by `withinTime`. */
export class TimeoutError extends Error {}

/**
 * The result of the work, if it comes in time. The work itself continues.
 * @throws TimeoutError
 */
export async function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no result within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
