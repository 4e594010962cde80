import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { migrate } from '@billhook/db/migrate';
import { schemaOfCell } from '@billhook/db/new-cell';
import pg from 'pg';
import { ensureMemoryTablespace, removeDeadFolders, restoreFolders } from './memory-tablespace.js';
import { cellOfId } from './own-tables.js';
import { HAS_TWO_CELLS, SPEC_PATH } from './spec-path.js';
import { divideDatabase } from './two-cells.js';

export type TestServer = {
  /** The maintenance database, for creating and dropping databases. */
  url: string;
  /** The migrated database that specs clone. */
  template: string;
  stop: () => Promise<void>;
};

export type TestServerOptions = {
  /** The root folder of the repository. */
  root: string;
  /** A server to use instead of an embedded one; its user needs CREATEDB. */
  serverUrl?: string | undefined;
};

const TEMPLATE = 'billhook_template_';
const CLONE = 'billhook_test_';

// An arbitrary number that all test runs share, so that only one creates the template at a time.
const TEMPLATE_LOCK = 7_301_944;

/**
 * Starts the database server of a test run, or joins the server of another run, and creates the template if it is missing.
 * Its name is a hash of the migrations, so an unchanged template is reused.
 */
export async function startTestServer({ root, serverUrl }: TestServerOptions): Promise<TestServer> {
  const dir = join(root, '.data/test-postgres');
  const cluster = join(dir, 'cluster');
  if (!serverUrl) restoreFolders(cluster);
  const embedded = serverUrl ? undefined : await startEmbeddedPostgres({ dir, database: 'billhook', throwaway: true });
  const url = withDatabase(serverUrl ?? embedded?.url ?? '', 'postgres');
  const stop = async () => {
    await embedded?.stop();
    removeDeadFolders();
  };
  try {
    const template = await withClient(url, async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
      const stored = TEMPLATE + hashOfMigrations(root);
      const memory = embedded && (await ensureMemoryTablespace(client, cluster));
      // Databases on a server that this run has just started remain from killed runs.
      if (embedded?.started) await dropLeftovers(client, stored);
      await ensureTemplate(client, url, stored);
      const whole = memory ? await copyIntoMemory(client, stored, memory) : stored;
      return HAS_TWO_CELLS ? ensureDivided(client, url, whole) : whole;
    });
    return { url, template, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?.*)?$/, `/${database}$1`);
}

/** A unique name for a clone. */
export function cloneName(): string {
  return CLONE + randomBytes(8).toString('hex');
}

/**
 * A condition on `pg_locks`: something waits in this database. Tables have the same oid in every copy of the template, so without it a
 * spec sees what waits in the databases of others.
 */
export const WAITS_HERE = 'NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';

/** Opens a connection, runs the work and closes the connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ options: SPEC_PATH, connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same, and statements look in one cell and on the global side, as those of the product do. */
export const withCell = <T>(url: string, schema: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await client.query(`SET search_path = ${schema}, "$user", public`);
    return work(client);
  });

/** The same for the cell of a company. */
export const withCellOf = <T>(url: string, companyId: number, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withCell(url, schemaOfCell(cellOfId(companyId)), work);

async function ensureTemplate(client: pg.Client, url: string, template: string): Promise<void> {
  if (await exists(client, template)) return;
  // Migrated under another name, so an existing template is always complete.
  const unfinished = `${template}_unfinished`;
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${unfinished}`);
  await migrate(withDatabase(url, unfinished));
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
}

/** Copies the template, because clones have the tablespace of theirs. Returns the name of the copy. */
async function copyIntoMemory(client: pg.Client, template: string, tablespace: string): Promise<string> {
  const copy = `${template}_memory`;
  // Through the log: the kernel cannot clone files from a disk to memory.
  if (!(await exists(client, copy)))
    await client.query(`CREATE DATABASE ${copy} TEMPLATE ${template} TABLESPACE ${tablespace} STRATEGY WAL_LOG`);
  return copy;
}

/** What determines a template with two cells, besides the migrations. */
const DIVIDED_BY = [
  ...['two-cells.ts', 'spec-path.ts'],
  ...['new-cell.ts', 'cell-definition.sql.ts', 'cell-changes.sql.ts'].map((name) => `../../db/src/${name}`),
];

/** A copy of the template with two cells. Returns its name. */
async function ensureDivided(client: pg.Client, url: string, template: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of DIVIDED_BY) hash.update(readFileSync(join(import.meta.dirname, file)));
  const divided = `${template}_${hash.digest('hex').slice(0, 8)}`;
  if (await exists(client, divided)) return divided;
  const unfinished = `${template}_unfinished`;
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await withClient(withDatabase(url, unfinished), divideDatabase);
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${divided}`);
  return divided;
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_database WHERE datname = $1', [database])).rowCount !== 0;
}

/** Drops the databases of killed runs, except the template. For a server that has just started. */
export async function dropLeftovers(client: pg.Client, template: string): Promise<void> {
  // Another run may have joined already: databases newer than the server are in use, and so are all those in memory. One without files
  // was being dropped.
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database JOIN pg_tablespace AS t ON t.oid = dattablespace AND spcname = 'pg_default'
      WHERE (starts_with(datname, $1) OR starts_with(datname, $2)) AND datname <> $3
        AND coalesce((pg_stat_file('base/' || pg_database.oid || '/PG_VERSION', true)).modification, '-infinity')
          < pg_postmaster_start_time()`,
    [TEMPLATE, CLONE, template],
  );
  for (const { datname } of rows)
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(datname)} WITH (FORCE)`);
}

/** A hash of everything that determines the schema: the migrations, the code that runs them, and the versions of packages with tables. */
function hashOfMigrations(root: string): string {
  const source = join(root, 'libs/db/src');
  const hash = createHash('sha256').update(readFileSync(join(root, 'pnpm-workspace.yaml')));
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/migrat.*\.ts$/.test(file)) hash.update(file).update(readFileSync(join(source, file)));
  }
  return hash.digest('hex').slice(0, 12);
}
