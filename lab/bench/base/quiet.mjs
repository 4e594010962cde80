import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../../tools/lib/say.mjs';
import { busySeconds, cpuSecondsOf, stolenSeconds } from './process-figures.mjs';

/** Other programs may keep this share of one processor busy: about what an idle machine with its services needs. */
const QUIET = 0.1;
const SAMPLE_MS = 3_000;
const WATCH_MS = 2_000;

/** The share of one processor that other programs have used since the start of the watch, from 0 to 1. */
class Others {
  #pids;
  #busy;
  #own;
  #at = performance.now();

  /** @param pids the processes of the measurement that this one did not start */
  constructor(pids) {
    this.#pids = [process.pid, ...pids];
    this.#busy = busySeconds();
    this.#own = cpuSecondsOf(this.#pids);
  }

  share() {
    const spent = (performance.now() - this.#at) / 1000;
    return Math.max(0, (busySeconds() - this.#busy - (cpuSecondsOf(this.#pids) - this.#own)) / spent);
  }
}

/**
 * Waits until other programs leave the processors alone.
 * @param limitMs the longest wait; 0 only looks
 * @returns what it found, as a sentence for the page
 */
export async function waitForQuiet(limitMs, pids = []) {
  const start = performance.now();
  for (;;) {
    const others = new Others(pids);
    await sleep(limitMs === 0 ? 500 : SAMPLE_MS);
    const share = others.share();
    const waited = performance.now() - start;
    if (Number.isNaN(share)) return 'this system does not show what other programs use';
    if (share <= QUIET) return `quiet after ${seconds(waited)}`;
    if (waited >= limitMs)
      return `**not quiet**: other programs kept ${percent(share)} of a processor busy after a wait of ${seconds(waited)}`;
  }
}

/**
 * Watches what other programs use during a measurement.
 * @param pids returns the processes of the measurement that this one did not start
 * @returns a function that ends the watch and describes it
 */
export function watchOthers(pids) {
  const shares = [];
  const start = performance.now();
  const stolen = stolenSeconds();
  let others = new Others(pids());
  const timer = setInterval(() => {
    shares.push(others.share());
    others = new Others(pids());
  }, WATCH_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (shares.length === 0) shares.push(others.share());
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const stolenShare = (stolenSeconds() - stolen) / ((performance.now() - start) / 1000);
    return `other programs used ${percent(mean)} of one of ${availableParallelism()} processors, at most ${percent(Math.max(...shares))}, of it ${percent(stolenShare)} by other virtual machines of the host (steal); load ${loadavg()[0].toFixed(1)} at the end`;
  };
}

const percent = (share) => `${Math.round(share * 100)} %`;
