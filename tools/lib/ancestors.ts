import { readFileSync } from 'node:fs';

/* Notices that npm has ended, even where only npm was killed and its shell continues. */

const CHECK_MS = 500;

/** As deep as npm, its shell, the script that hands over to the pinned Node, and one more. */
const MOST = 4;

/**
 * Calls `onEnd` once when one of the processes between this one and npm has ended. Without npm, nothing is watched.
 * Where the system does not show processes in /proc, only the parent is watched.
 */
export function followNpm(onEnd: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const links = linksToNpm(process.pid, process.env.npm_lifecycle_event);
  const timer = setInterval(() => {
    const isWhole = links.every(({ pid, parent }) => parentOf(pid) === parent);
    if (isWhole) return;
    clearInterval(timer);
    onEnd();
  }, CHECK_MS).unref();
}

interface Link {
  readonly pid: number;
  readonly parent: number;
}

/** Each process with its parent, up to npm: the first one that npm did not start for this script. */
function linksToNpm(first: number, script: string): Link[] {
  const links: Link[] = [];
  for (let pid = first; links.length < MOST;) {
    const parent = parentOf(pid);
    if (parent === undefined || parent <= 1) break;
    links.push({ pid, parent });
    if (!isOfScript(parent, script)) break;
    pid = parent;
  }
  return links;
}

function isOfScript(pid: number, script: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`npm_lifecycle_event=${script}`);
  } catch {
    return false;
  }
}

/** Undefined for a process that has ended. */
function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid;
  try {
    // The name, in brackets, may contain anything.
    const [, state, parent] = /\) (\S) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}
