import { FIRST_CELL } from '@billhook/db/cell-rows';
import { inCell } from '@billhook/db/current-cell';
import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { WaitingWork } from '@billhook/db/waiting-work';
import { createCell } from '@billhook/installation/cells/create-cell';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { QUICK_KINDS, slowKinds, type WaitingKind } from '../../src/jobs/waiting-kinds.sql.js';

const SECOND = 2;
const ANYWAY_MS = 600_000;

/** A row of each kind that its job would take, with its table, and the change after which nothing is left to do. */
const WAITING: Record<WaitingKind, { readonly table: string; readonly row: object; readonly done: string }> = {
  sweep: { table: 'events', row: { sequence: null }, done: 'sequence = 1' },
  runs: { table: 'webhook_runs', row: { status: 'Running' }, done: `status = 'Completed'` },
  tenants: { table: 'tenant_changes', row: { applied: 1, version: 2 }, done: 'applied = 2' },
  'company-export': { table: 'company_exports', row: { status: 'Running' }, done: `status = 'Completed'` },
  imports: { table: 'imports', row: { status: 'Running' }, done: `status = 'Completed'` },
  changes: { table: 'record_changes', row: { sequence: null }, done: 'sequence = 1' },
  'sandbox-clocks': { table: 'sandbox_advances', row: { status: 'Running' }, done: `status = 'Completed'` },
  snapshots: { table: 'snapshots', row: { status: 'Running' }, done: `status = 'Completed'` },
  'document-pdf': { table: 'document_files', row: { bytes: null, content: null }, done: `bytes = ''` },
  'document-chain': { table: 'document_chain', row: { sequence: null }, done: 'sequence = 1' },
  mail: { table: 'mails', row: { status: 'Pending', next_attempt_at: '2020-01-01' }, done: `status = 'Sent'` },
  'endpoint-ladder': {
    table: 'webhook_endpoints',
    row: { disabled_reason: 'Gone', disabled_at: new Date() },
    done: 'deleted_at = now()',
  },
  'webhook-retention': {
    table: 'events',
    row: { id: 'old', body: '', sequence: 2, created_at: '2020-01-01' },
    done: 'created_at = now()',
  },
};

/** Inserts a row with any value in each column that needs one. $1 the table, $2 the given values. */
const INSERT = `DO $do$ DECLARE given jsonb := $given$GIVEN$given$; own text; BEGIN
  SELECT jsonb_object_agg(a.attname, CASE WHEN t.typcategory = 'N' THEN '1' WHEN t.typcategory = 'D' THEN to_jsonb(now())
      WHEN t.typcategory = 'B' THEN 'false' WHEN t.typcategory = 'A' THEN '[]' WHEN t.typname = 'jsonb' THEN '{}' ELSE '""' END) || given INTO given
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = 'TABLE'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull AND a.attidentity = '' AND a.attgenerated = '';
  SELECT string_agg(quote_ident(key), ', ') INTO own FROM jsonb_object_keys(given) key;
  EXECUTE format('INSERT INTO TABLE (%1$s) SELECT %1$s FROM jsonb_populate_record(NULL::TABLE, $1)', own) USING given;
END $do$`;

let database: TestDatabase;
let source: DataSource;
let db: Database;
let now = 0;
let work: WaitingWork<WaitingKind>;

/** The checks and keys of its tables are dropped, because the rows have arbitrary values. */
async function addCell(url: string): Promise<void> {
  if (!HAS_TWO_CELLS) await createCell(url);
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', conrelid::regclass, conname) AS text FROM pg_constraint
        WHERE connamespace = 'cell_2'::regnamespace AND contype IN ('c', 'f') AND conparentid = 0 AND conislocal`,
    );
    for (const { text } of rows) await client.query(text);
  });
}

const inSecond = (text: string): Promise<unknown> => withClient(database.url, (client) => client.query(text));

beforeAll(async () => {
  database = await createTestDatabase();
  await addCell(database.url);
  source = await createDataSource({ url: database.url, poolSize: 2 }, []).initialize();
  db = new Database(source);
  await db.cells.know();
  const kinds = {
    ...QUICK_KINDS,
    ...slowKinds({ ahead: 'without_content', days: { texts: 30, metadata: 90 } }),
  };
  work = new WaitingWork<WaitingKind>(db.cells, kinds, () => now);
});
afterAll(async () => {
  await db.close();
  await source.destroy();
  await database.drop();
});

const waits = (kind: WaitingKind, cell: number) => inCell(cell, () => work.waits(kind));

/** Ends the time for which a look counts. */
const later = (ms = 1_000) => void (now += ms);

describe('Work that waits', () => {
  it.each(Object.keys(WAITING) as WaitingKind[])(
    'of the kind %s is found in its cell only, until it is done',
    async (kind) => {
      // A cell that was not served for long is served in any case: both are served now.
      const cells = [FIRST_CELL, SECOND];
      for (const cell of cells) await waits(kind, cell);
      later(ANYWAY_MS);
      for (const cell of cells) expect(await waits(kind, cell)).toBe(true);
      later();
      for (const cell of cells) expect(await waits(kind, cell)).toBe(false);
      const { table, row, done } = WAITING[kind];
      await inSecond(INSERT.replaceAll('TABLE', `cell_2.${table}`).replace('GIVEN', JSON.stringify(row)));
      // The last look counts for a while.
      expect(await waits(kind, SECOND)).toBe(false);
      later();
      expect([await waits(kind, FIRST_CELL), await waits(kind, SECOND)]).toEqual([false, true]);
      await inSecond(`UPDATE cell_2.${table} SET ${done}`);
      later();
      expect(await waits(kind, SECOND)).toBe(false);
    },
  );

  it('is looked for by the job itself in a cell that was not served for ten minutes, and outside of cells', async () => {
    while (await waits('imports', SECOND)) later();
    later(ANYWAY_MS);
    expect([await waits('imports', SECOND), await waits('imports', SECOND)]).toEqual([true, false]);
    expect(await inCell(undefined, () => work.waits('imports'))).toBe(true);
  });

  it('is read by one statement for all kinds and cells', async () => {
    later();
    const before = await statements();
    await Promise.all(
      [FIRST_CELL, SECOND].flatMap((cell) => (['runs', 'imports'] as const).map((kind) => waits(kind, cell))),
    );
    expect((await statements()) - before).toBe(1);
  });
});

/** Statements of shared connections that look for work. */
async function statements(): Promise<number> {
  looks ??= countLooks();
  return looks();
}

let looks: (() => number) | undefined;

function countLooks(): () => number {
  let count = 0;
  const runAt = db.cells.runAt.bind(db.cells);
  Object.assign(db.cells, { runAt: (...args: Parameters<typeof runAt>) => ((count += 1), runAt(...args)) });
  return () => count;
}
