import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any outcome takes on a machine that is not overloaded: hashing takes 10 to 40 ms, writing a few more. */
const RESPONSE_MS = 200;

/**
 * Runs work whose outcome must not be visible in its response time.
 * @param held which outcomes wait for the full time, by their error (undefined for success); the others return immediately
 */
export async function inConstantTime<T>(work: () => Promise<T>, held: (error: unknown) => boolean): Promise<T> {
  const time = sleep(RESPONSE_MS);
  try {
    const result = await work();
    if (held(undefined)) await time;
    return result;
  } catch (error) {
    if (held(error)) await time;
    throw error;
  }
}
