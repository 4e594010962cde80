import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Who uses an embedded server. Each user leaves a file named after its process, so that two test runs share one server, the
 * last to leave stops it, and a run that was killed does not count.
 */

const LOCK_WAIT_MS = 120_000;

let count = 0;

/** True if a process with this id is running, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** In a container whose first process is no real init, the dead keep their ids for ever. */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Enters this process as a user of the server in the folder. Returns what takes it out again. */
export function hold(dir: string): () => void {
  const folder = join(dir, 'holders');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.${++count}`);
  writeFileSync(file, '');
  return () => rmSync(file, { force: true });
}

/** True if a living process uses the server. Forgets the dead. */
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

/** Runs the work while no other process does such work in the folder: making a folder is atomic on every system. */
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
    // Between making the folder and writing the file there is a moment; a lock without a name is dead after a second.
    const stat = statSync(lock, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs > 1_000;
  }
}
