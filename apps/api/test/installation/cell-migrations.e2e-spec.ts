import type { Cell } from '@billhook/db/cell-rows';
import { migrateCells, olderCells } from '@billhook/db/migrate-cells';
import { CELL_MIGRATIONS, type CellMigration } from '@billhook/db/migrations/cell-list';
import type { MigrationProgress } from '@billhook/db/migrations/steps';
import { requireSchema } from '@billhook/db/schema-state';
import { startProblem } from '@billhook/db/start-problem';
import { createCell } from '@billhook/installation/cells/create-cell';
import { parseEnv } from '@billhook/platform/load-env';
import { end, launchProgram, whenRunning } from '@billhook/testing/program';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { runDoctor } from '../../src/installation/admin/doctor/doctor.command.js';
import { SECRET } from '../support/api.js';
import { KILLED, KILLED_TITLE } from '../support/cell-migration.js';

const CELLS: readonly Cell[] = [1, 2].map((number) => ({
  number,
  url: null,
  schema: `cell_${number}`,
  state: 'open',
  isDivided: true,
}));

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

const LATE = migration('AddedLate1700000009004', 'ALTER TABLE clients ADD COLUMN late text');

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

/** For a program that starts or an installation check: as if its release had this migration. */
async function withMigration<T>(migration: CellMigration, work: () => Promise<T>): Promise<T> {
  const list = CELL_MIGRATIONS as (new () => CellMigration)[];
  const type = class implements CellMigration {
    readonly name = migration.name;
    up = (db: QueryRunner) => migration.up(db);
  };
  // The names of migrations are those of their classes.
  list.push(Object.defineProperty(type, 'name', { value: migration.name }));
  try {
    return await work();
  } finally {
    list.pop();
  }
}

/** A schema step that waits in the second cell until it is killed. */
const killedInSecondCell = (): Promise<void> =>
  withClient(database.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE cell_2.clients');
    const program = launchProgram('apps/api/test/support/cell-migrator.ts', { DATABASE_URL: database.url });
    await whenRunning(program, 'the schema step', `blocked ${KILLED_TITLE} in cell 2`);
    await end(program, 'SIGKILL');
    await client.query('ROLLBACK');
  });

describe('The migrations of cells', () => {
  it('leave no trace without any', async () => {
    expect(await run([])).toEqual({ count: 0, titles: [] });
    expect(await names(`SELECT relname::text AS name FROM pg_class WHERE relname = 'cell_migrations'`)).toEqual([]);
  });

  it('run in each cell, once', async () => {
    expect(await olderCells(database.url, CELLS, [FIRST])).toEqual(
      [1, 2].map((number) => ({ number, missing: [FIRST.name] })),
    );
    expect(await run([FIRST])).toEqual({
      count: 2,
      titles: ['9001 AddedColumn in cell 1', '9001 AddedColumn in cell 2'],
    });
    expect(await run([FIRST])).toEqual({ count: 0, titles: [] });
    expect(await olderCells(database.url, CELLS, [FIRST])).toEqual([]);
    expect(
      await names(`SELECT table_schema AS name FROM information_schema.columns WHERE column_name = 'added' AND table_name = 'clients'
        AND table_schema ~ '^cell_' ORDER BY 1`),
    ).toEqual(['cell_1', 'cell_2']);
  });

  it('that fail in one cell keep the others, and continue there', async () => {
    await expect(run([FIRST, FAILING])).rejects.toThrow('division by zero');
    expect(await olderCells(database.url, CELLS, [FIRST, FAILING])).toEqual([{ number: 2, missing: [FAILING.name] }]);
    expect(await names('SELECT name FROM cell_1.cell_migrations ORDER BY name')).toEqual([FIRST.name, FAILING.name]);
    expect(await names('SELECT name FROM cell_2.cell_migrations ORDER BY name')).toEqual([FIRST.name]);
    expect(await run([FIRST, { ...SECOND, name: FAILING.name }])).toMatchObject({ count: 1 });
  });

  it('name the cell whose role may not change it', async () => {
    await withClient(database.url, (client) =>
      client.query(`DO $$ BEGIN CREATE ROLE cells_stranger LOGIN PASSWORD 'stranger';
        EXCEPTION WHEN duplicate_object THEN NULL; END $$; GRANT USAGE ON SCHEMA cell_2 TO cells_stranger`),
    );
    const url = new URL(database.url);
    [url.username, url.password] = ['cells_stranger', 'stranger'];
    const cells = CELLS.slice(1).map((cell) => ({ ...cell, url: url.href }));
    const error: unknown = await migrateCells(database.url, cells, [LATE], () => undefined).catch((each) => each);
    expect(startProblem(error, database.url)?.message).toMatch(
      /^Cell 2 at \S+ cannot be used: The role "cells_stranger" lacks a permission: permission denied for .* TO "cells_stranger"/,
    );
  });

  it('continue with the cell in which the schema step was killed', async () => {
    await killedInSecondCell();
    expect(await olderCells(database.url, CELLS, [KILLED])).toEqual([{ number: 2, missing: [KILLED.name] }]);
    expect(await run([FIRST, KILLED])).toEqual({ count: 1, titles: [`${KILLED_TITLE} in cell 2`] });
    expect(await olderCells(database.url, CELLS, [KILLED])).toEqual([]);
  });

  it('name the cell at the start of a program and in the installation check', async () => {
    await migrateCells(database.url, CELLS.slice(0, 1), [LATE], () => undefined);
    const says =
      'Cell 2 has an older schema than this version of Billhook: 1 migration is missing, from 9004 AddedLate on.';
    const finding = await withMigration(LATE, async () => {
      await expect(requireSchema(database.url)).rejects.toThrow(`${says} Run the schema step once`);
      const { env } = parseEnv({
        DATABASE_URL: database.url,
        APP_SECRETS: SECRET,
        PUBLIC_URL: 'http://localhost:3000',
      });
      if (!env) throw new Error('the settings are wrong');
      const { output } = await runDoctor(env, ['--json']);
      const { findings } = JSON.parse(output) as { findings: { check: string }[] };
      return findings.find(({ check }) => check === 'cells');
    });
    expect(finding).toMatchObject({ level: 'problem', text: says, advice: expect.stringContaining('migrate') });
    expect(await run([LATE])).toMatchObject({ count: 1 });
    await withMigration(LATE, () => requireSchema(database.url));
  });

  it('are those of a new cell from its beginning', async () => {
    await createCell(database.url);
    expect(await names('SELECT name FROM cell_3.cell_migrations ORDER BY name')).toEqual(
      [KILLED, FIRST, LATE, FAILING].map(({ name }) => name),
    );
    expect(
      await names(
        `SELECT relname::text AS name FROM pg_class WHERE relname = 'added' AND relnamespace = 'cell_3'::regnamespace`,
      ),
    ).toEqual(['added']);
  });
});
