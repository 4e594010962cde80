import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/* The CPU time of each spec file, with that of the processes that it started and that have ended: not of PostgreSQL and the browser. */

const folder = join(root, '.data/test-results');
/** Of one run: a line for each spec file, with its seconds and its path. */
const FILE = join(folder, 'cpu-time.txt');

/** Linux reports hundredths of a second to programs. */
const TICKS_PER_SECOND = 100;

/** The CPU time of this process and its ended children so far, in seconds. Undefined on other systems than Linux. */
export function cpuSeconds() {
  if (process.platform !== 'linux') return undefined;
  // utime, stime, cutime and cstime are the 14th to the 17th field. The 2nd one, a name in brackets, may contain spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

/** Runs a spec file, and stores its CPU time. A worker of Jest runs one after another. */
export async function measured(path, run) {
  const before = cpuSeconds();
  const result = await run();
  if (before === undefined) return result;
  mkdirSync(folder, { recursive: true });
  appendFileSync(FILE, `${(cpuSeconds() - before).toFixed(2)} ${path}\n`);
  return result;
}

/** For a new run. */
export function forgetCpuTimes() {
  rmSync(FILE, { force: true });
}

/** The results of Jest with `cpuSeconds` of each spec file. @param text as `measured` stores it */
export function withCpuTimes(results, text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '') {
  const seconds = new Map(text.split('\n').map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseFloat(line)]));
  return {
    ...results,
    testResults: results.testResults.map((file) => ({ ...file, cpuSeconds: seconds.get(file.name) })),
  };
}
