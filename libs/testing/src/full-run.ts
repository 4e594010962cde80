import { loadRunEnv } from '@billhook/platform/spec-env';

/** Whether the long proofs run in full. `npm test` omits or shortens them, `npm run test:full` and `npm test -- <pattern>` do not. */
export const isFullRun = loadRunEnv().TEST_SIZE === 'full';

/** The turn of a short run, by its commit. */
export const TURN_OF_RUN = loadRunEnv().TEST_TURN;

/**
 * All entries of a list in the full run. The number of them in `npm test`: each turn starts at a later one, so that all are used over time.
 */
export function sampled<T>(list: readonly T[], turn: number, count: number): readonly T[] {
  if (isFullRun || list.length <= count) return list;
  const start = (turn * count) % list.length;
  return [...list, ...list].slice(start, start + count);
}
