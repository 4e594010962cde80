/*
 * How `npm start`, the bench and the image start API and worker (decision 160). The Dockerfile sets the same; `compose.spec.ts` compares.
 */

/** Node options: the size of the young generation in megabytes. V8's default is 32. A smaller one takes more CPU time. */
export const PROGRAM_FLAGS = { api: ['--max-semi-space-size=8'], worker: ['--max-semi-space-size=4'] };

/** Threads share two areas of memory outside the heaps instead of eight per processor, and large blocks return to the system. */
export const MEMORY_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
