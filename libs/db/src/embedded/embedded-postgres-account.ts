import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Ids = { uid: number; gid: number };

/** The user of a server program. `via` is a command that changes to that user. Empty: the user of this process. */
export type PostgresAccount = { ids?: Ids; via?: string[] };

/*
 * PostgreSQL refuses to run as root. As root it runs as the owner of an existing cluster, otherwise of the clone, as `postgres`, otherwise as `nobody`,
 * which exists on every system: a program must not add users to a machine.
 */
const USERS = ['postgres', 'nobody'];

/*
 * The user cannot reach data in a closed folder such as /root. setpriv (util-linux) starts a program as another user that keeps only root's
 * capability to enter folders. Containers often have only the second capability.
 */
const ABILITIES = ['dac_read_search', 'dac_override'];

/**
 * Finds an account that can enter the folder.
 * @param owned folders; the owner of the first one that exists and does not belong to root is the account to use
 * @throws an Error with instructions if the folders of root are closed to all other users
 */
export async function findAccount(folder: string, owned: readonly string[]): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return {};
  const ids = await accountOf(owned);
  for (const account of [{ ids }, ...ABILITIES.map((ability) => ({ ids, via: keeping(ability, ids) }))]) {
    if (await succeeds(account, ['sh', '-c', 'cd -- "$1"', 'sh', folder])) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can read ${folder}. Run as an ordinary user, or from a ` +
      'folder that other users can read (such as /srv), or set DATABASE_URL to your own server.',
  );
}

/**
 * Whether the account can run the program without capabilities of root: PostgreSQL checks its programs with access(2), which ignores them.
 */
export function canRun({ ids }: PostgresAccount, program: string): Promise<boolean> {
  return ids ? succeeds({ ids }, [program, '--version']) : Promise.resolve(true);
}

function succeeds(account: PostgresAccount, command: string[]): Promise<boolean> {
  return runAs(account, command).then(
    () => true,
    () => false,
  );
}

/** Runs a program and waits for its end. Rejects with its error output. */
export async function runAs(account: PostgresAccount, command: readonly string[]): Promise<void> {
  const { file, args, options } = launch(account, command);
  await run(file, args, { ...options, windowsHide: true });
}

/**
 * Starts a program that outlives this process: Ctrl-C in the terminal must not stop the database before its writers.
 * @param output an open file for both outputs
 */
export function spawnAs(account: PostgresAccount, command: string[], output: number): ChildProcess {
  const { file, args, options } = launch(account, command);
  const stdio = ['ignore' as const, output, output];
  const child = spawn(file, args, { ...options, detached: true, stdio, windowsHide: true });
  child.unref();
  return child;
}

/** Makes the account the owner of a file or folder. */
export function giveTo(account: PostgresAccount, path: string): void {
  if (account.ids) chownSync(path, account.ids.uid, account.ids.gid);
}

function launch(account: PostgresAccount, command: readonly string[]) {
  const [file = '', ...args] = [...(account.via ?? []), ...command];
  // The account may not be able to enter the working directory, and a server should not keep one in use.
  return { file, args, options: { cwd: '/', ...(account.via ? {} : account.ids) } };
}

function keeping(ability: string, { uid, gid }: Ids): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return ['setpriv', ...user, `--inh-caps=+${ability}`, `--ambient-caps=+${ability}`, '--'];
}

async function accountOf(owned: readonly string[]): Promise<Ids> {
  for (const ids of owned.map(ownerOf)) if (ids && (await hasName(ids))) return ids;
  return firstKnownUser();
}

/** PostgreSQL asks for the name of its user, which the owner of a folder that is mounted into a container may lack. */
function hasName({ uid }: Ids): Promise<boolean> {
  return run('id', ['-un', String(uid)]).then(
    () => true,
    () => false,
  );
}

function ownerOf(path: string): Ids | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

async function firstKnownUser(): Promise<Ids> {
  for (const user of USERS) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // Not on this system: tries the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody".');
}
