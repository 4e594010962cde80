import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@billhook/platform/running-process';

/*
 * The users of an embedded server. Each process writes a file with its id, so test runs can share a server, the last one stops it,
 * and killed runs do not count.
 */

const LOCK_WAIT_MS = 120_000;

let count = 0;

/** Registers this process as a user of the server in the folder. Returns the function that removes it. */
export function hold(dir: string): () => void {
  const folder = join(dir, 'holders');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.${++count}`);
  writeFileSync(file, '');
  return () => rmSync(file, { force: true });
}

/** Whether a running process uses the server. Removes the files of others. */
export function isHeld(dir: string): boolean {
  const folder = join(dir, 'holders');
  mkdirSync(folder, { recursive: true });
  let held = false;
  for (const name of readdirSync(folder)) {
    if (isAlive(Number(name.split('.')[0]))) held = true;
    else rmSync(join(folder, name), { force: true });
  }
  return held;
}

/** Runs the work while no other process does in the same folder. Creating a folder is atomic on every system. */
export async function exclusively<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dir, 'lock');
  const deadline = Date.now() + LOCK_WAIT_MS;
  while (!tryLock(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true });
    else if (Date.now() > deadline)
      throw new Error(`Another process has been starting or stopping ${dir} for too long.`);
    else await sleep(25);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  return true;
}

function isAbandoned(lock: string): boolean {
  try {
    return !isAlive(Number(readFileSync(join(lock, 'pid'), 'utf8')));
  } catch {
    // The file is written a moment after the folder is created; a lock without it is stale after a second.
    const stat = statSync(lock, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs > 1_000;
  }
}
