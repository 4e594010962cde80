/** systemd and terminals signal every process, and tools/node.cjs may pass its signal on: within this time, they are one. */
const SAME_MS = 1_000;

/**
 * Calls `first` at the first signal to end, and `again` at each later one.
 * @param {() => void} first
 * @param {() => void} again
 */
export function onStopSignal(first, again) {
  let since;
  const received = () => {
    if (since === undefined) {
      since = Date.now();
      first();
    } else if (Date.now() - since > SAME_MS) {
      again();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, received);
}
