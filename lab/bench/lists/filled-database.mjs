import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGOPTIONS } from '../base/databases.mjs';
import { atEnd } from '../base/endings.mjs';

/** A module of the sources, through a package that may have been installed just before. */
export const library = async (path) => {
  await import('../../../tools/lib/register-sources.mjs');
  return import(`../../../libs/${path}.ts`);
};

/** Runs `work(client, url, pid)` on a migrated database that is deleted afterwards; `pid` is PostgreSQL's. */
export async function onFreshDatabase(database, work) {
  const { startEmbeddedPostgres } = await library('db/src/embedded/embedded-postgres');
  const { migrate } = await library('db/src/migrate');
  const folder = mkdtempSync(join(tmpdir(), `billhook-${database}-`));
  const postgres = await startEmbeddedPostgres({ dir: folder, database, throwaway: true });
  const end = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const ended = atEnd(end);
  try {
    await migrate(postgres.url);
    const pid = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    return await onDatabase(postgres.url, (client) => work(client, postgres.url, pid));
  } finally {
    ended();
    await end();
  }
}

/** Runs `work(client)` on a database. */
export async function onDatabase(url, work) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ options: PGOPTIONS, connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A runner for repositories that also collects the statements. */
export function recorder(client) {
  const statements = [];
  const query = async (statement) => {
    statements.push(statement);
    return (await client.query(statement.text, [...(statement.values ?? [])])).rows;
  };
  return { statements, query };
}

/** Drops the indexes of tables during `work`: a bulk insert without them takes a fifth of the time. */
export async function withoutIndexes(client, tables, work) {
  const { rows: indexes } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS make FROM pg_index
     WHERE indrelid = ANY ($1::text[]::regclass[]) AND NOT indisprimary`,
    [tables],
  );
  // Foreign keys are triggers, and a million checks are not part of the measurement.
  await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`);
  await client.query(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
  await work();
  for (const { make } of indexes) await client.query(make);
}
