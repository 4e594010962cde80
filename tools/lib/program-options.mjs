/*
 * How `npm start`, the bench and the image start API and worker (decision 241). The Dockerfile sets the same; `compose.spec.ts` compares.
 */

const YOUNG = '--max-semi-space-size';

// V8 reads both spellings.
const isGiven = (process.env.NODE_OPTIONS ?? '').replaceAll('_', '-').includes(YOUNG);

/** Node options of both: the size of the young generation in megabytes, unless NODE_OPTIONS has one. V8's default is 32. */
export const PROGRAM_FLAGS = isGiven ? [] : [`${YOUNG}=16`];

/** Threads share two areas of memory outside the heaps instead of eight per processor, and large blocks return to the system. */
export const MEMORY_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
