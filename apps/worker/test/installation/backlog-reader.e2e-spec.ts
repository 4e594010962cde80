import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { createCell } from '@billhook/installation/cells/create-cell';
import { systemClock } from '@billhook/platform/clock';
import { PrometheusMeter } from '@billhook/platform/metrics/prometheus-meter';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { BacklogReader } from '../../src/jobs/backlog-reader.js';

const CELLS = 7;

let database: TestDatabase;
let source: DataSource;
let db: Database;
const meter = new PrometheusMeter();

beforeAll(async () => {
  database = await createTestDatabase();
  while ((await createCell(database.url)).number < CELLS);
  source = await createDataSource({ url: database.url, poolSize: 10 }, []).initialize();
  db = new Database(source);
  await db.cells.know();
  const engines = { here: undefined };
  const uow = new UnitOfWork(source);
  new BacklogReader({ cells: db.cells, uow, clock: systemClock, engines, meter, ahead: 'all' }).start();
});
afterAll(async () => {
  await db.close();
  await source.destroy();
  await database.drop();
});

/** The cells with a gauge, in the order of the metrics. */
async function countedCells(): Promise<string[]> {
  const text = await meter.scrape();
  return [...text.matchAll(/^billhook_mails_due\{cell="(\w+)"\}/gm)].map(([, cell = '']) => cell);
}

/** Statements that wait for a lock. */
const WAITING = `SELECT count(DISTINCT pid) AS found FROM pg_locks
  WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const SOME = Array.from({ length: CELLS }, (_, n) => String(n + 1));

describe('What waits in several cells', () => {
  it('is counted in each, and on the global side', async () => {
    expect(new Set(await countedCells())).toEqual(new Set([...SOME, 'global']));
  });

  it('is counted in the others while tables of two cells are locked', async () => {
    await withClient(database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE cell_2.mails, cell_3.mails');
      expect(new Set(await countedCells())).toEqual(new Set([...SOME.filter((n) => n !== '2' && n !== '3'), 'global']));
      await client.query('ROLLBACK');
    });
  });

  it('takes three connections of the pool', async () => {
    await withClient(database.url, async (client) => {
      await client.query(`BEGIN; LOCK TABLE ${SOME.map((n) => `cell_${n}.mails`).join()}`);
      let isCounting = true;
      const counting = countedCells().finally(() => (isCounting = false));
      let most = 0;
      while (isCounting) {
        const { rows } = await client.query<{ found: string }>(WAITING);
        most = Math.max(most, Number(rows[0]?.found));
      }
      expect(most).toBe(3);
      await client.query('ROLLBACK');
      await counting;
    });
  });
});
