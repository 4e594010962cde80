import { setTimeout as sleep } from 'node:timers/promises';

/** More than any of it takes on a machine that is not overloaded: a hash is 10 to 40 ms, and writing it down a few. */
const EVEN_MS = 200;

/**
 * Runs work of which nobody is to learn by the clock what it found: it takes as long whatever it did.
 * @param held which endings wait for their time, by the error of it (undefined where it went well); the others are told at once
 */
export async function inConstantTime<T>(work: () => Promise<T>, held: (error: unknown) => boolean): Promise<T> {
  const time = sleep(EVEN_MS);
  try {
    const result = await work();
    if (held(undefined)) await time;
    return result;
  } catch (error) {
    if (held(error)) await time;
    throw error;
  }
}
