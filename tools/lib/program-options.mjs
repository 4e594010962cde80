/**
 * Options of Node for the API. A larger young generation lets requests end before V8 moves their objects to the old one, which saves a
 * fifth of the processor time of a read (decision 128). docker-compose.yml and deploy/kubernetes set the same options.
 */
export const API_FLAGS = ['--max-semi-space-size=32'];

/**
 * For API and worker: threads share two areas of memory outside the heaps, instead of eight per processor, and return it sooner
 * (decision 133). The Dockerfile sets the same.
 */
export const MEMORY_ENV = { MALLOC_ARENA_MAX: '2' };
