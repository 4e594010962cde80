import { isFullRun } from './full-run.js';
import { isInstalled, type ProgramName } from './installed-programs.js';
import { HAS_TWO_CELLS } from './spec-path.js';

/** `it` or `describe`. */
export interface TestBlock<Rest extends unknown[]> {
  (name: string, ...rest: Rest): void;
  skip: (name: string, ...rest: Rest) => void;
}

/*
 * Conditions of tests. A skipped test has the reason in its name, in brackets, and the end of a run counts the tests of each reason.
 * A skipped test without a reason fails the run.
 */

/** For a long proof, which `npm test` omits. */
export function inFullRun<Rest extends unknown[]>(block: TestBlock<Rest>) {
  return unless(isFullRun ? undefined : 'npm run test:full', block);
}

/** For a test that runs a program of the machine. */
export function withProgram<Rest extends unknown[]>(name: ProgramName, block: TestBlock<Rest>) {
  return unless(isInstalled(name) ? undefined : `${name} is not installed`, block);
}

/** For a test that creates its cells: in a run with two cells, a database has both from the beginning. */
export function withOneCell<Rest extends unknown[]>(block: TestBlock<Rest>) {
  return unless(HAS_TWO_CELLS ? 'one cell at the beginning' : undefined, block);
}

/** @param reason undefined runs the block */
export function unless<Rest extends unknown[]>(reason: string | undefined, block: TestBlock<Rest>) {
  return (name: string, ...rest: Rest): void => {
    if (reason === undefined) block(name, ...rest);
    else block.skip(`${name} [${reason}]`, ...rest);
  };
}

/** Where queue, signals and rate limits are. Without `redis-server` a run says that it omitted Redis. */
export const BACKENDS: readonly ('PostgreSQL' | 'Redis')[] = isInstalled('Redis')
  ? ['PostgreSQL', 'Redis']
  : ['PostgreSQL'];
