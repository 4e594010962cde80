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

/** Processor seconds of a process with all of its descendants, including those that ended; NaN on systems without this figure. */
export function cpuSeconds(pid) {
  return cpuSecondsOf([pid]);
}

/** The same for several processes together. */
export function cpuSecondsOf(pids) {
  const all = allStats();
  if (all.length === 0) return NaN;
  const children = byParent(all);
  const counted = new Set();
  let ticks = 0;
  const count = (stat) => {
    if (counted.has(stat.pid)) return;
    counted.add(stat.pid);
    ticks += stat.own + stat.ended;
    children.get(stat.pid)?.forEach(count);
  };
  const wanted = new Set(pids.map(Number));
  all.filter(({ pid }) => wanted.has(pid)).forEach(count);
  return ticks / TICKS_PER_SECOND;
}

/** Processor seconds that all processors together were busy since the machine started, other virtual machines on the same host included. */
export function busySeconds() {
  const [user, nice, system, , , interrupt, softInterrupt, stolen] = processorSeconds();
  return user + nice + system + interrupt + softInterrupt + stolen;
}

/** Processor seconds that other virtual machines of the host used while a program of this one was ready to run. */
export const stolenSeconds = () => processorSeconds()[7];

/** NaN on systems without these figures. */
function processorSeconds() {
  const [, ...ticks] = (read('/proc/stat') ?? '').split(/\s+/, 9).map(Number);
  return Array.from({ length: 8 }, (_, n) => (ticks[n] ?? NaN) / TICKS_PER_SECOND);
}

function byParent(stats) {
  const groups = new Map();
  for (const stat of stats) {
    if (!groups.has(stat.parent)) groups.set(stat.parent, []);
    groups.get(stat.parent).push(stat);
  }
  return groups;
}

function allStats() {
  if (read('/proc/stat') === undefined) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat !== undefined);
}

function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name of the program, in brackets, may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [, parent, ...rest] = fields;
  const [user, system, endedUser, endedSystem] = rest.slice(9).map(Number);
  return { pid: Number(pid), parent: Number(parent), own: user + system, ended: endedUser + endedSystem };
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
