import { setFlagsFromString } from 'node:v8';

/** The young generation of a thread, in megabytes. The option of the process would apply to threads as well. */
const THREAD_SEMI_SPACE_MB = 4;

/**
 * Limits the garbage of this process and the young generation of its threads (decision 160). Called before threads start.
 * @param growthPercent by how much the heap may grow between two collections; by default, it doubles
 */
export function limitHeaps(growthPercent: number): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  // The young generation of this heap has its size already.
  setFlagsFromString(`--max-semi-space-size=${THREAD_SEMI_SPACE_MB}`);
}
