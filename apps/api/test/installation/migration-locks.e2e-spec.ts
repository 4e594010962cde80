import { migrate } from '@billhook/db/migrate';
import type { MigrationProgress } from '@billhook/db/migrations/steps';
import { KNOWN_MIGRATIONS } from '@billhook/db/schema-state';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BASELINE,
  besideWriter,
  formerDatabase,
  migrateWith,
  rewind,
  schemaOf,
  seed,
  type Around,
} from '../support/former-schema.js';

/** More than two batches of an update, and enough that no reading of a table stays within the limit. */
const ROWS = isFullRun ? 300_000 : 2_500;
/** Of tables that a statement reads while a lock blocks writes. */
const MOST_READ = 100;
/** Rows that a statement may lock. */
const MOST_WRITTEN = 1_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await formerDatabase();
  await seed(database.url, ROWS);
});
afterAll(() => database.drop());

const COUNTS = `SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS read,
    coalesce(sum(n_tup_upd + n_tup_del), 0)::int AS written
  FROM pg_stat_xact_user_tables`;
/** Tables with rows of the seed that this transaction keeps others from writing. */
const BLOCKED = `SELECT DISTINCT c.relname AS name FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.pid = pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p') AND c.reltuples > 0
    AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

interface LockCounts {
  readonly read: number;
  readonly written: number;
}

/** Statements that PostgreSQL rejects in a transaction, and those that change nothing. */
const ALONE = /\bINDEX CONCURRENTLY\b|^\s*(SET|SHOW|SELECT)\b/;

/** What a statement reads while it holds a lock that blocks writes, and how many rows it locks itself. */
function watch(faults: string[]): Around {
  return async (query, text, runner) => {
    if (ALONE.test(text)) return query();
    const isOwn = !runner.isTransactionActive;
    const ask = async <T>(statement: string) => (await runner.query(statement)) as T[];
    if (isOwn) await runner.query('BEGIN');
    try {
      const [before] = await ask<LockCounts>(COUNTS);
      const result = await query();
      const [after] = await ask<LockCounts>(COUNTS);
      const blocked = (await ask<{ name: string }>(BLOCKED)).map(({ name }) => name);
      if (isOwn) await runner.query('COMMIT');
      if (!before || !after) throw new Error('unreachable: both statements return a row');
      const read = after.read - before.read;
      if (blocked.length > 0 && read > MOST_READ)
        faults.push(`reads ${read} rows while writes of ${blocked.join(', ')} wait: ${text}`);
      if (after.written - before.written > MOST_WRITTEN)
        faults.push(`locks ${after.written - before.written} rows: ${text}`);
      return result;
    } catch (error) {
      if (isOwn) await runner.query('ROLLBACK');
      throw error;
    }
  };
}

const UNDECIDED = 'SELECT count(*)::int AS n FROM invoices WHERE due_date_by_terms IS NULL';

describe('the migrations since 0.1.0', () => {
  it(`read no rows of ${ROWS} while writes wait, and lock few rows at a time`, async () => {
    const faults: string[] = [];
    const waits = await besideWriter(database.url, () => migrateWith(database.url, watch(faults)));
    expect(faults).toEqual([]);
    expect(waits.writes).toBeGreaterThan(0);
    if (isFullRun)
      process.stderr.write(
        `${waits.writes} writes, the longest ${Math.round(waits.longestMs)} ms: ${waits.text.slice(0, 60)}\n`,
      );
    expect(await withClient(database.url, (client) => client.query(UNDECIDED))).toMatchObject({ rows: [{ n: 0 }] });
  });

  it('would be reported if they did', async () => {
    const { url, drop } = await formerDatabase();
    await seed(url, 1_500);
    const faults: string[] = [];
    const probes = {
      'CREATE INDEX probe ON events (type)': /^reads \d{4,} rows while writes of events wait/,
      'ALTER TABLE webhook_deliveries ADD CHECK (id > 0)': /^reads \d{4,} rows while writes of webhook_deliveries wait/,
      'ALTER TABLE payments ALTER COLUMN currency TYPE varchar(3)': /^reads \d{4,} rows while writes of payments wait/,
      'UPDATE invoices SET version = 2': /^locks \d{4,} rows/,
    };
    const statements = Object.keys(probes);
    await migrateWith(url, async (query, _, runner) => {
      const text = runner.isTransactionActive ? undefined : statements.shift();
      if (text !== undefined) await watch(faults)(() => runner.query(text), text, runner);
      return query();
    });
    await drop();
    expect(faults).toEqual(Object.values(probes).map((fault) => expect.stringMatching(fault)));
  });

  it('continue after an interruption before and after each statement', async () => {
    await rewind(database.url, BASELINE);
    const points = new Set<string>();
    const interrupted = (point: string): boolean => points.size < points.add(point).size;
    const once: Around = async (query, text) => {
      const changes = !/^\s*(SET|SHOW|SELECT)\b/.test(text);
      if (changes && interrupted(`before ${text}`)) throw new Error('interrupted');
      const result = await query();
      if (changes && interrupted(`after ${text}`)) throw new Error('interrupted');
      return result;
    };
    const run = (): Promise<boolean> =>
      migrateWith(database.url, once).then(
        () => true,
        (error: Error) => {
          if (error.message !== 'interrupted') throw error;
          return false;
        },
      );
    let runs = 1;
    while (!(await run())) runs += 1;
    expect(runs).toBe(points.size + 1);
    expect(runs).toBeGreaterThan(50);
    const fresh = await createTestDatabase();
    expect(await schemaOf(database.url)).toEqual(await schemaOf(fresh.url));
    await fresh.drop();
    expect(await withClient(database.url, (client) => client.query(UNDECIDED))).toMatchObject({ rows: [{ n: 0 }] });
  });
});

describe('a schema step', () => {
  it('builds an index again that a killed process left incomplete', async () => {
    const { url, drop } = await formerDatabase();
    await withClient(url, async (writer) => {
      await writer.query('BEGIN');
      await writer.query('LOCK TABLE payments IN ROW EXCLUSIVE MODE');
      const failing = migrate(url).catch((error: Error) => error);
      const pid = await eventually('an index waits for the writer', () =>
        withClient(url, async (client) => {
          const { rows } = await client.query<{ pid: number }>(`SELECT pid FROM pg_stat_progress_create_index
            WHERE datname = current_database() AND relid = 'payments'::regclass AND phase LIKE 'waiting%'`);
          return rows[0]?.pid;
        }),
      );
      await withClient(url, (client) => client.query('SELECT pg_terminate_backend($1)', [pid]));
      expect(await failing).toBeInstanceOf(Error);
      await writer.query('COMMIT');
    });
    const invalid = (): Promise<unknown[]> =>
      withClient(url, async (client) => {
        return (await client.query('SELECT indexrelid::regclass::text AS index FROM pg_index WHERE NOT indisvalid'))
          .rows;
      });
    expect(await invalid()).toEqual([{ index: 'payments_recorded_external_id' }]);
    expect(await migrate(url)).toBeGreaterThan(0);
    expect(await invalid()).toEqual([]);
    await drop();
  });

  it('lets writes pass while it waits for a long transaction, says so, and continues when that has ended', async () => {
    const { url, drop } = await formerDatabase();
    const reports: MigrationProgress[] = [];
    await withClient(url, async (reader) => {
      await reader.query('BEGIN');
      await reader.query(`SET application_name = 'long-report'`);
      await reader.query('SELECT count(*) FROM companies');
      const running = migrate(url, (progress) => reports.push(progress));
      await eventually('it has given up its place twice', () =>
        reports.filter(({ kind }) => kind === 'blocked').length > 1 ? true : undefined,
      );
      // Waits for the statement of the migration, and not for the transaction that blocks it.
      await withClient(url, (client) => client.query('UPDATE companies SET name = name'));
      await reader.query('COMMIT');
      await running;
    });
    await drop();
    const blocked = reports.find(({ kind }) => kind === 'blocked');
    expect(blocked).toMatchObject({
      title: '0061 TaxNumberOfTheCompany',
      by: expect.stringContaining('(long-report)'),
    });
    const done = reports.filter(({ kind }) => kind === 'done');
    expect(done.at(-1)).toMatchObject({ title: expect.stringContaining(KNOWN_MIGRATIONS.at(-1)?.slice(0, -13) ?? '') });
  });
});
