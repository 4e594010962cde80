import { setFlagsFromString } from 'node:v8';

/** By how much the heap may grow between two collections, in percent. By default, it doubles. */
const GROWTH_PERCENT = 25;

/** Of threads, in megabytes. The option of the API, 32 MB, would apply to them as well. */
const THREAD_SEMI_SPACE_MB = 4;

/** Limits the garbage of this process and the young generation of its threads (decision 133). Called before threads start. */
export function limitHeaps(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  // The young generation of this heap has its size already.
  setFlagsFromString(`--max-semi-space-size=${THREAD_SEMI_SPACE_MB}`);
}
