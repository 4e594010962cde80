import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  ensureMemoryTablespace,
  hasMemory,
  MEMORY,
  removeDeadFolders,
  restoreFolders,
} from '../src/memory-tablespace.js';
import { unless } from '../src/skipped.js';
import { createTestDatabase, type TestDatabase } from '../src/test-database.js';
import { cloneName, dropLeftovers, withClient } from '../src/test-server.js';

describe('createTestDatabase', () => {
  let database: TestDatabase;
  let other: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    other = await createTestDatabase();
  });

  afterAll(() => other.drop());

  const tables = (url: string) =>
    withClient(url, async (client) => {
      const sql =
        "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema IN ('cell_1', 'public')";
      const { rows } = await client.query<{ count: number }>(sql);
      return rows[0]?.count ?? 0;
    });

  it('is migrated', async () => {
    expect(await tables(database.url)).toBeGreaterThan(0);
  });

  it('is a separate database for each caller', async () => {
    const before = await tables(other.url);
    await withClient(database.url, (client) => client.query('CREATE TABLE only_here ()'));
    expect(await tables(other.url)).toBe(before);
  });

  it('no longer exists after drop, even with open connections', async () => {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    const lost = new Promise((resolve) => client.on('end', () => resolve(true)));
    await client.connect();
    await database.drop();
    expect(await lost).toBe(true);
    await expect(tables(database.url)).rejects.toThrow('does not exist');
  });
});

describe('dropLeftovers', () => {
  it('drops a database that a killed run left without files', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'billhook-leftovers-'));
    const server = await startEmbeddedPostgres({ dir, database: 'postgres', throwaway: true });
    try {
      await withClient(server.url, async (client) => {
        const name = cloneName();
        await client.query(`CREATE DATABASE ${name}`);
        const named = 'SELECT oid FROM pg_database WHERE datname = $1';
        const { rows } = await client.query<{ oid: number }>(named, [name]);
        // As after the end of a server in the middle of DROP DATABASE.
        await client.query(`COPY (SELECT 1) TO PROGRAM 'rm -r base/${rows[0]?.oid}'`);
        await client.query('UPDATE pg_database SET datconnlimit = -2 WHERE datname = $1', [name]);
        await dropLeftovers(client, 'no template');
        expect((await client.query(named, [name])).rowCount).toBe(0);
      });
    } finally {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });
});

const itInMemory = unless(hasMemory() ? undefined : '/dev/shm has less than 2 GiB', it);

describe('ensureMemoryTablespace', () => {
  itInMemory('starts again empty after a kill of the server, without the lost databases', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'billhook-memory-'));
    const cluster = join(dir, 'cluster');
    const start = () => startEmbeddedPostgres({ dir, database: 'postgres', throwaway: true });
    const folderOf = (tablespace: string | undefined) => join(MEMORY, tablespace ?? 'no tablespace');
    let server = await start();
    try {
      const [first, second] = await withClient(server.url, async (client) => {
        const name = await ensureMemoryTablespace(client, cluster);
        await client.query(`CREATE DATABASE lost TABLESPACE ${name}`);
        return [name, await ensureMemoryTablespace(client, cluster)];
      });
      expect(second).toBe(first);
      expect(existsSync(folderOf(first))).toBe(true);

      process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
      await server.stop();
      // As by the run of another folder, or a restart of the machine.
      await rm(folderOf(first), { recursive: true });
      restoreFolders(cluster);
      server = await start();
      await withClient(server.url, async (client) => {
        const third = await ensureMemoryTablespace(client, cluster);
        expect([existsSync(folderOf(third)), existsSync(folderOf(first))]).toEqual([true, false]);
        await client.query(`CREATE DATABASE kept TABLESPACE ${third}`);
        const { rows } = await client.query("SELECT datname FROM pg_database WHERE datname IN ('lost', 'kept')");
        expect(rows).toEqual([{ datname: 'kept' }]);
      });
    } finally {
      await server.stop();
      removeDeadFolders();
      await rm(dir, { recursive: true, force: true });
    }
  });
});
