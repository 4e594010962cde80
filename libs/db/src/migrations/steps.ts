import type { QueryRunner } from 'typeorm';

/** In SQL, the first schema of the path that is not the cell. */
const GLOBAL = `(array_remove(current_schemas(false), 'cell_1'))[1]`;

/** What `migrate` reports while it runs. */
export type MigrationProgress =
  /** For the schema step of another process. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly title: string }
  | { readonly kind: 'batch'; readonly title: string; readonly done: number; readonly total: number }
  | { readonly kind: 'blocked'; readonly title: string; readonly by: string }
  | { readonly kind: 'done'; readonly title: string; readonly ms: number };

/*
 * The steps of migrations without a transaction (`transaction = false`). No step holds a lock that blocks writes while it reads rows,
 * and each skips what an interrupted run has done. `migration-locks.e2e-spec.ts` checks both.
 */

type Batch = { readonly done: number; readonly total: number };
const reports = new WeakMap<QueryRunner, (batch: Batch) => void>();

/** Where the batches of the migrations of a session report to. */
export function reportTo(db: QueryRunner, report: (batch: Batch) => void): void {
  reports.set(db, report);
}

/** SQLSTATE codes: the wait exceeded `lock_timeout`, and a deadlock. */
const CONFLICTS: readonly unknown[] = ['55P03', '40P01'];

/** Whether a statement failed only because of locks of other sessions. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.includes(error.code);
}

/**
 * The schema of global tables, in quotes if SQL needs them. A table that a migration creates without a schema is one of the cell, which is the
 * first in the path.
 */
export async function globalSchema(db: QueryRunner): Promise<string> {
  const [row] = (await db.query(`SELECT quote_ident(${GLOBAL}) AS schema`)) as { schema: string | null }[];
  if (!row?.schema) throw new Error('unreachable: the schema step rejects a path without a schema');
  return row.schema;
}

export interface Index {
  readonly index: string;
  /** What follows `ON`: the table, the columns and the condition. */
  readonly on: string;
  readonly unique?: boolean;
}

/** Builds an index while the table is written, unless it exists. One that an interruption left incomplete is built again. */
export async function buildIndex(db: QueryRunner, { index, on, unique = false }: Index): Promise<void> {
  const valid = await isValid(db, index);
  if (valid) return;
  if (valid === false) await dropIndex(db, index);
  await patiently(db, `CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${index} ON ${on}`);
}

export async function dropIndex(db: QueryRunner, index: string): Promise<void> {
  await patiently(db, `DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
}

async function isValid(db: QueryRunner, index: string): Promise<boolean | undefined> {
  const text = 'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)';
  const [row] = (await db.query(text, [index])) as { valid: boolean }[];
  return row?.valid;
}

/** For a statement that waits for all open transactions and blocks none of them: a timeout would only leave an invalid index. */
async function patiently(db: QueryRunner, text: string): Promise<void> {
  const [row] = (await db.query('SHOW lock_timeout')) as { lock_timeout: string }[];
  await db.query('SET lock_timeout = 0');
  await db.query(text);
  await db.query(`SET lock_timeout = '${row?.lock_timeout ?? '0'}'`);
}

/**
 * Adds a CHECK in two steps: the first does not read the rows, and the second does not block writes. A constraint with this name is
 * replaced in the same statement.
 */
export async function replaceCheck(db: QueryRunner, table: string, name: string, condition: string): Promise<void> {
  await db.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name},
    ADD CONSTRAINT ${name} CHECK (${condition}) NOT VALID`);
  await db.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
}

/**
 * Documents that are issued from now on belong to this version of the renderer, also if a program of the previous release issues them.
 * @throws an error while documents of an earlier version have no PDF: a worker of their own release must render them first
 */
export async function useRenderer(db: QueryRunner, version: number): Promise<void> {
  const useDefault = (of: number) => db.query(`ALTER TABLE document_files ALTER COLUMN renderer SET DEFAULT ${of}`);
  // Waits for the transactions that issue documents of the earlier version, so the count contains them.
  await useDefault(version);
  const text = 'SELECT count(*)::int AS waiting FROM document_files WHERE bytes IS NULL AND renderer < $1';
  const [row] = (await db.query(text, [version])) as { waiting: number }[];
  if (!row || row.waiting === 0) return;
  // The programs of the earlier version continue, and render what they have issued in the meantime.
  await useDefault(version - 1);
  const back = 'UPDATE document_files SET renderer = $2 WHERE bytes IS NULL AND renderer = $1';
  await db.query(back, [version, version - 1]);
  throw new Error(`${row.waiting} documents wait for the PDF of an earlier renderer`);
}

/** Rows of the table per statement: their locks are held for some 20 ms. */
const BATCH = 1_000;

export interface Batches {
  readonly table: string;
  /** The statement for the rows with `$1 < id <= $2`. It must leave out rows that are done. */
  readonly text: string;
}

/** Changes the rows of a table in the order of their ids, each batch in a transaction. */
export async function inBatches(db: QueryRunner, { table, text }: Batches): Promise<void> {
  const [{ last, total } = { last: null, total: 0 }] = (await db.query(`SELECT (SELECT max(id) FROM ${table}) AS last,
    greatest(reltuples, 0)::bigint AS total FROM pg_class WHERE oid = '${table}'::regclass`)) as {
    last: number | null;
    total: number;
  }[];
  if (last === null) return;
  for (let from = 0, done = 0; from < last; done += BATCH) {
    if (done > 0) reports.get(db)?.({ done, total: Math.max(total, done) });
    const end = `SELECT id FROM ${table} WHERE id > $1 AND id <= $2 ORDER BY id OFFSET ${BATCH - 1} LIMIT 1`;
    const [row] = (await db.query(end, [from, last])) as { id: number }[];
    const to = row?.id ?? last;
    await db.query(text, [from, to]);
    from = to;
  }
}
