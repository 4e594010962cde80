import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutPassword } from '../../libs/platform/src/without-password.ts';
import { dataDir } from './settings.ts';

/*
 * What is known about the demo accounts of each database, a file for each: the password exists nowhere else. `apps/demo` writes the file
 * with the state `writing` before the first row, and with `ready` after the last one. `incomplete`: it was interrupted, and stays as it is.
 */

/** The state of the demo data, and its accounts. */
export interface Demo {
  readonly state: 'writing' | 'ready' | 'incomplete' | 'production';
  readonly members: readonly Readonly<Record<'email' | 'password' | 'role' | 'company', string>>[];
  readonly baseUrl?: string;
  readonly receiverUrl?: string;
  /** The process that writes. */
  readonly pid?: number;
}

const folder = join(dataDir, 'demo');

/** The accounts of the database of the last start, for people and tools. */
export const DEMO_FILE = join(dataDir, 'demo.json');

/** The hash of the database of `DEMO_FILE` in 0.1, which had no other file. */
const OLD_OWNER = join(dataDir, 'demo-database');

/** @param id of the installation (`installationIdOf`) */
export const demoFileOf = (id: string): string => join(folder, `${id}.json`);

/**
 * The content of the file of a database; undefined without one.
 * @param url its DATABASE_URL, by which 0.1 recognised it
 */
export function readDemo(id: string, url: string, isEmbedded: boolean): Demo | undefined {
  const file = demoFileOf(id);
  if (!existsSync(file) && isOfOldRelease(url, isEmbedded))
    writeDemo(id, { members: [], ...read(DEMO_FILE), state: 'ready' });
  return read(file);
}

export function writeDemo(id: string, demo: Partial<Demo>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(demoFileOf(id), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}

export function forgetDemo(id: string): void {
  rmSync(demoFileOf(id), { force: true });
}

/** Writes the accounts to `DEMO_FILE`, or removes the file if there are none. */
export function showDemo({ baseUrl, receiverUrl, members }: Partial<Demo> & Pick<Demo, 'members'>): void {
  if (members.length === 0) rmSync(DEMO_FILE, { force: true });
  else writeFileSync(DEMO_FILE, `${JSON.stringify({ baseUrl, receiverUrl, members }, null, 2)}\n`, { mode: 0o600 });
  rmSync(OLD_OWNER, { force: true });
}

function isOfOldRelease(url: string, isEmbedded: boolean): boolean {
  if (!existsSync(DEMO_FILE) || !existsSync(OLD_OWNER)) return false;
  const identity = isEmbedded ? new URL(url).password : withoutPassword(url);
  return readFileSync(OLD_OWNER, 'utf8') === createHash('sha256').update(identity).digest('hex');
}

/** Undefined for a file that is missing, or that was not written completely. */
function read(file: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo;
  } catch {
    return undefined;
  }
}
