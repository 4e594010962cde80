import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

// The value of `getconf CLK_TCK` on Linux.
const TICKS_PER_SECOND = 100;

/** Peak memory of a process, in MB; on systems without this figure, its current memory. */
export function peakMegabytes(pid) {
  const status = read(`/proc/${pid}/status`);
  const kilobytes =
    status === undefined
      ? execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
      : /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return Number(kilobytes) / 1024;
}

/** Processor seconds of a process; NaN on systems without this figure. */
export function cpuSeconds(pid) {
  return (statOf(pid)?.own ?? NaN) / TICKS_PER_SECOND;
}

/** Processor seconds of a process and its descendants, including ended ones: all of PostgreSQL. */
export function cpuSecondsWithChildren(pid) {
  const parent = statOf(pid);
  if (!parent) return NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.parent === Number(pid));
  return children.reduce((sum, { own }) => sum + own, parent.own + parent.ended) / TICKS_PER_SECOND;
}

function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name of the program, in brackets, may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [, parent, ...rest] = fields;
  const [user, system, endedUser, endedSystem] = rest.slice(9).map(Number);
  return { parent: Number(parent), own: user + system, ended: endedUser + endedSystem };
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
