import { Socket } from 'node:net';
import { batchSocketWrites } from '@billhook/db/batch-socket-writes';
import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { connectClient, DatabaseClient, type DatabaseClientConfig } from '@billhook/db/database-client';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Pooler, type PoolerMode } from '@billhook/testing/pooler';
import { unless } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
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
    expect(rows).toEqual([{ path: 'cell_1, elsewhere', jit: 'off' }]);
  } finally {
    await client.end();
  }
});

const PATH = {
  name: 'test_path',
  text: `SELECT current_setting('search_path') AS path, array_remove(current_schemas(false), 'cell_1')::text AS schemas`,
};

describe('the path of a connection', () => {
  const pathOf = async (config: DatabaseClientConfig): Promise<unknown> => {
    const client = await connectClient(config);
    try {
      return (await client.query<object>(PATH.text)).rows[0];
    } finally {
      await client.end();
    }
  };

  it('begins with the cell, also if it is the first of its process', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c jit=on');
    const expected = { path: 'cell_1, "$user", public', schemas: '{public}' };
    for (let n = 0; n < 2; n += 1) expect(await pathOf({ connectionString: url.href })).toEqual(expected);
  });

  it('keeps that of its role, whose names need quotes', async () => {
    const [role, schema] = ['path_role', `"It's, a ""path"""`];
    const url = new URL(database.url);
    [url.username, url.password] = [role, role];
    await withClient(database.url, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(`DO $$ BEGIN CREATE ROLE ${role} LOGIN PASSWORD '${role}';
        EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
      await client.query(`ALTER ROLE ${role} SET search_path = ${schema}, "$user"`);
      await client.query(`CREATE SCHEMA ${schema}; GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    });
    const found = { path: `cell_1, ${schema}, "$user"`, schemas: expect.stringContaining('a \\"path\\"') };
    for (let n = 0; n < 2; n += 1) expect(await pathOf({ connectionString: url.href })).toEqual(found);
    const pooler = await Pooler.before(url.href, 'drops');
    try {
      for (let n = 0; n < 2; n += 1) expect(await pathOf({ connectionString: pooler.url })).toEqual(found);
    } finally {
      await pooler.close();
    }
  });

  it('is left alone where the connection has one', async () => {
    const settings = { search_path: 'elsewhere' };
    expect(await pathOf({ connectionString: database.url, settings })).toEqual({
      path: 'elsewhere',
      schemas: '{elsewhere}',
    });
  });

  it('costs no statement once it is known', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c jit=off');
    const count = async (): Promise<number> => {
      const client = new DatabaseClient({ connectionString: url.href });
      let rounds = 0;
      client.on('drain', () => (rounds += 1));
      await client.connect();
      await client.end();
      return rounds;
    };
    expect([await count(), await count()]).toEqual([2, 1]);
  });
});

const withOneCell = unless(HAS_TWO_CELLS ? 'a pooler needs one cell' : undefined, describe);
for (const mode of ['drops', 'rejects'] as const)
  withOneCell(`behind a pooler that ${mode} start-up options`, () => behindPooler(mode));

function behindPooler(mode: PoolerMode): void {
  let pooler: Pooler;
  let source: DataSource;
  let db: Database;

  beforeAll(async () => {
    pooler = await Pooler.before(database.url, mode);
    const first = await connectClient({ connectionString: pooler.url });
    await first.end();
    expect(first.arrival.kind).toBe(mode === 'drops' ? 'dropped' : 'rejected');
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

  it('the path begins with the cell, in statements and in transactions', async () => {
    const expected = { path: 'cell_1, "$user", public', schemas: '{public}' };
    expect(await db.query(PATH)).toEqual([expected]);
    expect(await db.lookUp(PATH)).toEqual([expected]);
    await new UnitOfWork(source).run(async (tx) => {
      // Allowed as the first statement only: what sets the path must not count as one.
      await tx.query({ name: '', text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY' });
      expect(await tx.query(PATH)).toEqual([expected]);
    });
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
}

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
