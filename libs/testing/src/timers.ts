/**
 * The delays of all timers that some work starts. Each of them ends in the next turn, so that no test waits.
 * @param work until it has ended, `setTimeout` is another function
 */
export async function timersOf(work: () => unknown): Promise<number[]> {
  const { setTimeout: start } = globalThis;
  const delays: number[] = [];
  const immediately = (done: () => void, ms = 0) => {
    delays.push(ms);
    return start(done, 0);
  };
  globalThis.setTimeout = immediately as typeof setTimeout;
  try {
    await work();
    await new Promise((resolve) => start(resolve, 5));
  } finally {
    globalThis.setTimeout = start;
  }
  return delays;
}
