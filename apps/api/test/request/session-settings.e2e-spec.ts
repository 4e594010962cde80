import { Socket } from 'node:net';
import { batchSocketWrites } from '@billhook/db/batch-socket-writes';
import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { connectClient, DatabaseClient, learnArrival } from '@billhook/db/database-client';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Pooler, type PoolerMode } from '@billhook/testing/pooler';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const odd = { jit: 'on', datestyle: 'German', timezone: 'Pacific/Chatham', array_nulls: 'off' };
  const isolation = { default_transaction_isolation: 'serializable', default_transaction_read_only: 'on' };
  await withClient(database.url, async (client) => {
    await client.query('CREATE TABLE written (text text)');
    await client.query('CREATE SCHEMA elsewhere');
    for (const [name, value] of Object.entries({ ...odd, ...isolation }))
      await client.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${name} = ''${value}''', current_database()); END $$`,
      );
  });
});
afterAll(() => database.drop());

const SEEN = {
  name: 'test_seen',
  text: `SELECT current_setting('jit') AS jit, timestamptz '2026-01-02 03:04:05+00' AS at, $1::text[] AS list,
    current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS read_only,
    current_setting('statement_timeout') AS timeout`,
  values: [['a', null]],
};
const RIGHT = {
  ...{ jit: 'off', at: new Date('2026-01-02T03:04:05Z'), list: ['a', null] },
  ...{ isolation: 'read committed', read_only: 'off', timeout: '30s' },
};

it('are those of each connection, also with options of the URL', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=elsewhere -c jit=on');
  const client = await connectClient({ connectionString: url.href });
  try {
    expect(client.arrival).toEqual({ kind: 'arrived' });
    const { rows } = await client.query(`SELECT current_setting('search_path') AS path, current_setting('jit') AS jit`);
    expect(rows).toEqual([{ path: 'elsewhere', jit: 'off' }]);
  } finally {
    await client.end();
  }
});

describe.each<PoolerMode>(['drops', 'rejects'])('behind a pooler that %s start-up options', (mode) => {
  let pooler: Pooler;
  let source: DataSource;
  let db: Database;

  beforeAll(async () => {
    pooler = await Pooler.before(database.url, mode);
    expect((await learnArrival(pooler.url)).kind).toBe(mode === 'drops' ? 'dropped' : 'rejected');
    source = await createDataSource({ url: pooler.url, poolSize: 2 }, []).initialize();
    db = new Database(source);
  });
  afterAll(async () => {
    await db.close();
    await source.destroy();
    await pooler.close();
  });

  it('statements outside of a transaction have their settings', async () => {
    expect(await db.query(SEEN)).toEqual([RIGHT]);
    expect(await db.autocommit.query(SEEN)).toEqual([RIGHT]);
    expect(await Promise.all(Array.from({ length: 5 }, () => db.lookUp(SEEN)))).toEqual(
      Array.from({ length: 5 }, () => [{ ...RIGHT, timeout: '5s' }]),
    );
    expect(await source.query(SEEN.text, SEEN.values)).toEqual([RIGHT]);
  });

  it('transactions have them', async () => {
    await new UnitOfWork(source).around(async (tx) => {
      expect(await tx.query(SEEN)).toEqual([RIGHT]);
      await new UnitOfWork(source).part(async () => expect(await tx.query(SEEN)).toEqual([RIGHT]));
    });
  });

  it('keeps the modes of a transaction, and what it rolled back to', async () => {
    const client = await connectClient({ connectionString: pooler.url });
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query('SAVEPOINT one');
      await client.query('ROLLBACK TO SAVEPOINT one');
      const { rows } = await client.query(SEEN.text, SEEN.values);
      expect(rows).toEqual([{ ...RIGHT, isolation: 'repeatable read', read_only: 'on' }]);
      await client.query('COMMIT');
      expect((await client.query(SEEN.text, SEEN.values)).rows).toEqual([RIGHT]);
    } finally {
      await client.end();
    }
  });

  it('a statement is committed before it returns, or fails with its own error', async () => {
    await db.autocommit.query({ name: '', text: `INSERT INTO written VALUES ('kept')` });
    await expect(db.autocommit.query({ name: '', text: 'INSERT INTO missing VALUES (1)' })).rejects.toMatchObject({
      code: '42P01',
    });
    await expect(db.query({ name: '', text: 'SELECT 1 / 0' })).rejects.toMatchObject({ code: '22012' });
    const rows = await withClient(database.url, async (client) => (await client.query('SELECT * FROM written')).rows);
    expect(rows).toContainEqual({ text: 'kept' });
  });

  it('a deferred check fails the statement', async () => {
    await withClient(database.url, async (client) => {
      await client.query('BEGIN READ WRITE');
      await client.query(`CREATE TABLE ${mode}_late (id integer, UNIQUE (id) DEFERRABLE INITIALLY DEFERRED)`);
      await client.query('COMMIT');
    });
    const twice = { name: '', text: `INSERT INTO ${mode}_late VALUES (1), (1)` };
    await expect(db.autocommit.query(twice)).rejects.toMatchObject({ code: '23505' });
  });

  it('the callbacks of a pool receive results and errors', async () => {
    const pool = new pg.Pool({ connectionString: pooler.url, Client: DatabaseClient, max: 1 });
    const called = (text: string) =>
      new Promise((resolve) => pool.query(text, (error, result) => resolve(error?.message ?? result.rows)));
    try {
      expect(await called('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await called('SELECT 1 / 0')).toBe('division by zero');
      expect(await called('SELECT 2 AS two')).toEqual([{ two: 2 }]);
    } finally {
      await pool.end();
    }
  });
});

describe('the statements of one turn', () => {
  /** Counts its system calls. */
  class CountedSocket extends Socket {
    writes = 0;
    override _write(...args: Parameters<Socket['_write']>): void {
      this.writes += 1;
      super._write(...args);
    }
    override _writev(...args: Parameters<NonNullable<Socket['_writev']>>): void {
      this.writes += 1;
      super._writev?.(...args);
    }
  }

  it.each([
    ['are one packet', true, 1],
    ['would be one packet each', false, 3],
  ])('%s', async (_, isBatched, packets) => {
    const socket = new CountedSocket();
    const client = new DatabaseClient({ connectionString: database.url, stream: () => socket });
    await client.connect();
    const before = socket.writes;
    if (isBatched) batchSocketWrites(client);
    const results = await Promise.all([1, 2, 3].map((n) => client.query(`SELECT ${n} AS n`)));
    expect(results.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect(socket.writes - before).toBe(packets);
    await client.end();
  });
});
