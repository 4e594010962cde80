/*
 * How `npm start`, the bench and the image start API and worker (decision 160). The Dockerfile sets the same; `compose.spec.ts` compares.
 */

/** Options of Node. The young generation has half the size that V8 uses by default, which saves 16 MB and costs no measured time. */
export const PROGRAM_FLAGS = ['--max-semi-space-size=16'];

/** Threads share two areas of memory outside the heaps instead of eight per processor, and large blocks return to the system. */
export const MEMORY_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
