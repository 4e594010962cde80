/* The `@jest/globals` of specs that Node imports. The bindings are live, because the spec files of a worker share their support files. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

/** @param globals of the next spec file */
export function useGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
