import { chownSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@billhook/platform/running-process';
import type pg from 'pg';

/*
 * Databases of specs in memory: creating and dropping one moves a thousand small files. A server has one tablespace in a folder that names
 * its process and its start, so a folder of a server that was killed is recognised.
 */

/** The folder of the kernel for files in memory. */
export const MEMORY = '/dev/shm';
const PREFIX = 'billhook_test_';
const FOLDER = /^billhook_test_(\d+)_\d+$/;

/** Far more than the clones of four workers at a time. Containers often have 64 MB here. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** PostgreSQL does not recover after a kill if the target of a tablespace is missing. Call it before the server starts. */
export function restoreFolders(cluster: string): void {
  const links = join(cluster, 'pg_tblspc');
  if (!existsSync(links)) return;
  for (const name of readdirSync(links)) ensureFolder(readlinkSync(join(links, name)), cluster);
}

/**
 * The tablespace of a running server in memory, which is created if it is missing. Call it under a lock.
 * @returns undefined if this machine has too little memory, or none in files
 */
export async function ensureMemoryTablespace(client: pg.Client, cluster: string): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string; exists: boolean }>(
    `SELECT name, EXISTS (SELECT FROM pg_tablespace WHERE spcname = name) AS exists
       FROM (SELECT $1 || trim(split_part(pg_read_file('postmaster.pid'), E'\\n', 1)) || '_'
                    || floor(extract(epoch FROM pg_postmaster_start_time()) * 1000) AS name) AS server`,
    [PREFIX],
  );
  const [server] = rows;
  if (!server || server.exists) return server?.name;
  await dropDeadTablespaces(client);
  removeDeadFolders();
  if (!hasMemory()) return undefined;
  const folder = join(MEMORY, server.name);
  ensureFolder(folder, cluster);
  await client.query(`CREATE TABLESPACE ${server.name} LOCATION '${folder}'`);
  return server.name;
}

/** Removes the folders of servers that have ended. */
export function removeDeadFolders(): void {
  if (!existsSync(MEMORY)) return;
  for (const name of readdirSync(MEMORY)) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** Drops the tablespaces of earlier servers on this cluster. Their databases may have no files. */
async function dropDeadTablespaces(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tablespace: string; databases: string[] }>(
    `SELECT spcname AS tablespace, array_remove(array_agg(datname::text), NULL) AS databases
       FROM pg_tablespace AS t LEFT JOIN pg_database AS d ON d.dattablespace = t.oid
      WHERE starts_with(spcname, $1) GROUP BY spcname`,
    [PREFIX],
  );
  for (const { tablespace, databases } of rows) {
    for (const name of databases) await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`);
    await client.query(`DROP TABLESPACE ${tablespace}`);
  }
}

/** Whether this machine has enough memory for the databases of a run. */
export function hasMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES;
}

/** A folder of the user that runs the server. */
function ensureFolder(folder: string, cluster: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(cluster);
  chownSync(folder, uid, gid);
}
