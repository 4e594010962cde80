import { loadavg } from 'node:os';

const EVERY_MS = 5_000;

/** Measures the other load of the machine, without which waits and latencies mean little. @returns a function for the average load since */
export function watchLoad() {
  const loads = [loadavg()[0]];
  const timer = setInterval(() => loads.push(loadavg()[0]), EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return loads.reduce((sum, load) => sum + load, 0) / loads.length;
  };
}
