import type { Cell } from '@billhook/db/cell-rows';
import { migrateCells, missingInCells } from '@billhook/db/migrate-cells';
import type { CellMigration } from '@billhook/db/migrations/cell-list';
import type { MigrationProgress } from '@billhook/db/migrations/steps';
import { createCell } from '@billhook/installation/cells/create-cell';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const CELLS: readonly Cell[] = [1, 2].map((number) => ({ number, url: null, schema: `cell_${number}`, state: 'open' }));

const migration = (name: string, text: string): CellMigration => ({
  name,
  up: async (db) => void (await db.query(text)),
});

const FIRST = migration('AddedColumn1700000009001', 'ALTER TABLE clients ADD COLUMN added text');
const SECOND = migration('AddedTable1700000009002', 'CREATE TABLE added (id bigint PRIMARY KEY)');
/** Fails in the second cell. */
const FAILING = migration(
  'Failing1700000009002',
  `CREATE TABLE added (id bigint PRIMARY KEY);
  SELECT 1 / (CASE WHEN current_schema() = 'cell_2' THEN 0 ELSE 1 END)`,
);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  if (!HAS_TWO_CELLS) await createCell(database.url);
});
afterAll(() => database.drop());

const names = (text: string): Promise<string[]> =>
  withClient(database.url, async (client) => (await client.query<{ name: string }>(text)).rows.map(({ name }) => name));

const run = async (migrations: readonly CellMigration[]): Promise<{ count: number; titles: string[] }> => {
  const titles: string[] = [];
  const report = (progress: MigrationProgress) => {
    if (progress.kind === 'done') titles.push(progress.title);
  };
  return { count: await migrateCells(database.url, CELLS, migrations, report), titles };
};

describe('The migrations of cells', () => {
  it('leave no trace without any', async () => {
    expect(await run([])).toEqual({ count: 0, titles: [] });
    expect(await names(`SELECT relname::text AS name FROM pg_class WHERE relname = 'cell_migrations'`)).toEqual([]);
  });

  it('run in each cell, once', async () => {
    expect(await missingInCells(database.url, CELLS, [FIRST])).toEqual([FIRST.name]);
    expect(await run([FIRST])).toEqual({
      count: 2,
      titles: ['9001 AddedColumn in cell 1', '9001 AddedColumn in cell 2'],
    });
    expect(await run([FIRST])).toEqual({ count: 0, titles: [] });
    expect(await missingInCells(database.url, CELLS, [FIRST])).toEqual([]);
    expect(
      await names(`SELECT table_schema AS name FROM information_schema.columns WHERE column_name = 'added' AND table_name = 'clients'
        AND table_schema ~ '^cell_' ORDER BY 1`),
    ).toEqual(['cell_1', 'cell_2']);
  });

  it('that fail in one cell keep the others, and continue there', async () => {
    await expect(run([FIRST, FAILING])).rejects.toThrow('division by zero');
    expect(await missingInCells(database.url, CELLS, [FIRST, FAILING])).toEqual([FAILING.name]);
    expect(await names('SELECT name FROM cell_1.cell_migrations ORDER BY name')).toEqual([FIRST.name, FAILING.name]);
    expect(await names('SELECT name FROM cell_2.cell_migrations ORDER BY name')).toEqual([FIRST.name]);
    expect(await run([FIRST, { ...SECOND, name: FAILING.name }])).toMatchObject({ count: 1 });
  });

  it('are those of a new cell from its beginning', async () => {
    await createCell(database.url);
    expect(await names('SELECT name FROM cell_3.cell_migrations ORDER BY name')).toEqual([FIRST.name, FAILING.name]);
    expect(
      await names(
        `SELECT relname::text AS name FROM pg_class WHERE relname = 'added' AND relnamespace = 'cell_3'::regnamespace`,
      ),
    ).toEqual(['added']);
  });
});
