import { setFlagsFromString } from 'node:v8';
import { nodeOptions } from './load-env.js';

/** The young generation of a thread, in megabytes. The option of the process would apply to threads as well. */
const THREAD_SEMI_SPACE_MB = 4;

/** The young generation with which the image and `npm start` start programs, in megabytes. */
const DEFAULT_MB = 16;

/**
 * By how much a heap may grow between two collections, in percent; V8 would double it. It follows the size of the young generation, so that one
 * option chooses between memory and CPU time (decision 241).
 * @param options of the process, the last one counts
 * @param most percent, for a program that gains nothing from more
 */
export function growthPercent(options: string, most = 100): number {
  const sizes = [...options.matchAll(/--max[-_]semi[-_]space[-_]size=(\d+)/g)].map(([, size]) => Number(size));
  return Math.min(Math.max(Math.round((sizes.at(-1) ?? DEFAULT_MB) * 6.25), 25), most);
}

/**
 * Limits the garbage of this process and the young generation of its threads. Called before threads start.
 * @param most percent by which the heap may grow between two collections
 */
export function limitHeaps(most?: number): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent(nodeOptions(), most)}`);
  // The young generation of this heap has its size already.
  setFlagsFromString(`--max-semi-space-size=${THREAD_SEMI_SPACE_MB}`);
}
