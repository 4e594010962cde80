/*
 * What `@jest/globals` is to specs that Node itself imports. The bindings are live: support files, which all spec files of a worker
 * share, speak to the one that is being run.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

/** @param globals what Jest gives the spec file that is next */
export function useGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
