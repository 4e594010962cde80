import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { recreateDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';

const PID_FILE = 'cluster/postmaster.pid';

describe('startEmbeddedPostgres', () => {
  let dir: string;
  let server: EmbeddedPostgres;

  const start = () => startEmbeddedPostgres({ dir, database: 'billhook', throwaway: true });
  const pidOf = () => Number(readFileSync(join(dir, PID_FILE), 'utf8').split('\n')[0]);

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'billhook-postgres-'));
    server = await start();
  });

  afterAll(async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('accepts connections over TCP and the socket with the password', async () => {
    await query(server.url, 'CREATE TABLE kept ()');
    expect(await query(server.socketUrl, "SELECT to_regclass('kept')::text AS name")).toEqual([{ name: 'kept' }]);
    await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('authentication failed');
    expect(statSync(join(dir, 'password')).mode & 0o077).toBe(0);
  });

  it('is joined by a second start, and stops with its last user', async () => {
    const second = await start();
    expect(second).toMatchObject({ started: false, url: server.url });
    await server.stop();
    expect(server.isRunning()).toBe(true);
    await second.stop();
    expect(second.isRunning()).toBe(false);
    expect(readdirSync(join(dir, 'holders'))).toEqual([]);
  });

  it('restarts with its data and on its port', async () => {
    const { url } = server;
    server = await start();
    expect(server).toMatchObject({ started: true, url });
    expect(await query(url, "SELECT to_regclass('kept')::text AS name")).toEqual([{ name: 'kept' }]);
  });

  it('does not count killed users', async () => {
    // No system assigns this process id.
    writeFileSync(join(dir, 'holders/4194999.1'), '');
    await server.stop();
    expect(server.isRunning()).toBe(false);
    server = await start();
  });

  it('restarts after kill -9', async () => {
    process.kill(pidOf(), 'SIGKILL');
    await server.stop();
    server = await start();
    expect(server.started).toBe(true);
    expect(await query(server.url, "SELECT to_regclass('kept')::text AS name")).toEqual([{ name: 'kept' }]);
  });

  it('ignores a file whose process id belongs to another program', async () => {
    await server.stop();
    writeFileSync(join(dir, PID_FILE), `${process.pid}\n${dir}/cluster\n0\n5432\n\n\n\nready\n`);
    server = await start();
    expect(server.started).toBe(true);
    expect(pidOf()).not.toBe(process.pid);
  });

  it('says what to do where the password is not that of the cluster, and leaves no server', async () => {
    const file = join(dir, 'password');
    const password = readFileSync(file, 'utf8');
    await server.stop();
    rmSync(file);
    await expect(start()).rejects.toThrow(/password of the database is missing\.\nCopy it back/);
    writeFileSync(file, 'another');
    await expect(start()).rejects.toThrow(/is not that of the database beside it\.\nCopy the file/);
    expect(readdirSync(join(dir, 'cluster'))).not.toContain('postmaster.pid');
    expect(readdirSync(join(dir, 'holders'))).toEqual([]);
    writeFileSync(file, password);
    server = await start();
    // It runs for another user: a start with a wrong password does not wait for it, and does not stop it.
    writeFileSync(file, 'another');
    await expect(start()).rejects.toThrow('is not that of the database beside it');
    expect(server.isRunning()).toBe(true);
    writeFileSync(file, password);
  });

  it('says after a moment that it waits for a server that does not respond', async () => {
    process.kill(pidOf(), 'SIGSTOP');
    const sentences: string[] = [];
    const joined = startEmbeddedPostgres({
      ...{ dir, database: 'billhook', throwaway: true },
      onWait: (sentence) => {
        sentences.push(sentence);
        process.kill(pidOf(), 'SIGCONT');
      },
    });
    await (await joined).stop();
    expect(sentences).toEqual([expect.stringMatching(/^Waiting up to 60 s for PostgreSQL \(process \d+\)/)]);
  });

  it('empties a database', async () => {
    await recreateDatabase(server.url);
    expect(await query(server.url, "SELECT to_regclass('kept')::text AS name")).toEqual([{ name: null }]);
  });

  it('reports the error of PostgreSQL if it does not start', async () => {
    await server.stop();
    const settings = join(dir, 'cluster/postgresql.conf');
    const before = readFileSync(settings, 'utf8');
    writeFileSync(settings, `${before}\nnonsense = 1\n`);
    await expect(start()).rejects.toThrow('unrecognized configuration parameter "nonsense"');
    writeFileSync(settings, before);
    server = await start();
  });
});
