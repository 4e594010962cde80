import { loadavg } from 'node:os';

const EVERY_MS = 5_000;

/** Watches how much else there is to do: waits and latencies mean little without it. @returns what gives the average load since */
export function watchLoad() {
  const loads = [loadavg()[0]];
  const timer = setInterval(() => loads.push(loadavg()[0]), EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return loads.reduce((sum, load) => sum + load, 0) / loads.length;
  };
}
