import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findAccount, giveTo, type PostgresAccount } from '@billhook/db/embedded/embedded-postgres-account';
import { exclusively } from '@billhook/db/embedded/embedded-postgres-holders';
import { findPrograms } from '@billhook/db/embedded/embedded-postgres-programs';
import {
  socketFolder,
  startServer,
  stopServer,
  USER,
  type Running,
} from '@billhook/db/embedded/embedded-postgres-server';
import pg from 'pg';
import { placeCells, requireCells, type CellAddresses } from '../cells/place-cells.js';
import { readDetails, type BackupDetails } from './backup-folder.js';
import { recoverySettings, RECOVERY_SETTINGS, type RecoveryTarget } from './recovery-settings.js';
import { unpackBackup } from './unpack-backup.js';

export type RestoreOptions = RecoveryTarget & {
  readonly backup: string;
  /** The folder of an embedded server, which must have no database yet. */
  readonly dir: string;
  /** Where the cells of the parts of the backup are restored: before this server. */
  readonly cells?: CellAddresses | undefined;
};

/** What a restored database contains. */
export type Restored = {
  /** The last transaction, RFC 3339; null if the server has committed none since the backup began. */
  readonly lastCommit: string | null;
};

/**
 * Restores a backup of an embedded server as the server of another folder, with a new password. It is not running afterwards.
 * @throws an Error with a message for the operator; the folder is then unchanged
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const details = readDetails(options.backup);
  if (details.user !== USER) {
    throw new Error(
      `The backup is of a server of your own (its user is ${details.user}). Restore it as docs/backup.md describes.`,
    );
  }
  const settings = recoverySettings(options, details);
  const { cells = new Map<number, string>() } = options;
  await requireCells(details.cells ?? [], cells);
  mkdirSync(options.dir, { recursive: true });
  const dir = realpathSync(options.dir);
  chmodSync(dir, 0o755);
  return exclusively(dir, async () => {
    const cluster = join(dir, 'cluster');
    if (existsSync(cluster)) throw new Error(`There is a database in ${dir}. Move it to another place first.`);
    const account = await findAccount(dir, [cluster]);
    const unfinished = `${cluster}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    await unpackBackup(options.backup, unfinished);
    appendFileSync(join(unfinished, 'postgresql.auto.conf'), settings);
    writeFileSync(join(unfinished, 'recovery.signal'), '');
    giveAllTo(account, unfinished);
    renameSync(unfinished, cluster);
    try {
      return await recover(dir, cluster, account, { details, cells });
    } catch (error) {
      rmSync(cluster, { recursive: true, force: true });
      throw error;
    }
  });
}

/** What the directory of the restored server gets. */
interface RestoredDirectory {
  readonly details: BackupDetails;
  readonly cells: CellAddresses;
}

/** Lets the server finish its recovery, gives it a password, and its directory the addresses of the cells. */
async function recover(
  dir: string,
  cluster: string,
  account: PostgresAccount,
  directory: RestoredDirectory,
): Promise<Restored> {
  const programs = await findPrograms(account);
  // The password of the old server is not known here. Only the owner of the data folder can reach its socket.
  const access = join(dir, 'recovery-access.conf');
  writeFileSync(access, 'local all all trust\n', { mode: 0o600 });
  giveTo(account, access);
  const password = randomBytes(18).toString('base64url');
  let running: Running | undefined;
  try {
    running = await startServer(dir, cluster, programs, account, [`hba_file=${access}`]);
    const restored = await finishRecovery(dir, running, password);
    if (directory.cells.size > 0) await placeOthers(dir, running, password, directory);
    writeFileSync(join(dir, 'password'), password, { mode: 0o600 });
    return restored;
  } catch (cause) {
    const fatal = readFileSync(join(dir, 'postgres.log'), 'utf8')
      .split('\n')
      .findLast((line) => line.includes('FATAL'));
    throw fatal ? new Error(`PostgreSQL could not restore the backup. Its log says: ${fatal}`, { cause }) : cause;
  } finally {
    if (running) await stopServer(cluster, running.pid, programs, account);
    rmSync(access, { force: true });
  }
}

async function finishRecovery(dir: string, { port }: Running, password: string): Promise<Restored> {
  const host = socketFolder(dir);
  if (!host) throw new Error(`The path ${dir} is too long for the socket of PostgreSQL. Restore into a shorter one.`);
  const client = new pg.Client({ host, port, user: USER, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
      if (!rows[0]?.recovering) break;
      await sleep(100);
    }
    await client.query(`ALTER ROLE ${USER} PASSWORD '${password}'`);
    for (const name of RECOVERY_SETTINGS) await client.query(`ALTER SYSTEM RESET ${name}`);
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
    return { lastCommit: rows[0]?.at?.toISOString() ?? null };
  } finally {
    await client.end();
  }
}

/** No program has used the server yet, so none writes to the cells of the old installation. */
async function placeOthers(
  dir: string,
  { port }: Running,
  password: string,
  { details: { database }, cells }: RestoredDirectory,
): Promise<void> {
  const client = new pg.Client({ host: socketFolder(dir) ?? '', port, user: USER, database });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const url = `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
    await placeCells(client, url, cells);
  } finally {
    await client.end();
  }
}

function giveAllTo(account: PostgresAccount, folder: string): void {
  giveTo(account, folder);
  for (const name of readdirSync(folder, { recursive: true })) giveTo(account, join(folder, String(name)));
}
