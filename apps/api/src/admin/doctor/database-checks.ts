import { readSchemaState } from '@billhook/db/schema-state';
import { schemaProblem } from '@billhook/db/schema-state.rules';
import { liveWorkers } from '@billhook/webhooks/engine/live-workers';
import { ok, problem, warning, type DoctorCheck, type DoctorFinding, type DoctorParts } from './doctor-finding.js';

/** The oldest version with which the community still publishes fixes. */
const OLDEST_VERSION = 15;

const EXTENSIONS = ['pg_trgm', 'btree_gin'];

/** Webhooks and their signatures tolerate five minutes. */
const SKEW_PROBLEM_S = 300;
const SKEW_WARNING_S = 10;

const WORKER_SILENT_S = 15;

const MIGRATE = 'Run node apps/api/dist/migrate.js (npm start does it).';
const START_DATABASE = 'Check that PostgreSQL runs and that DATABASE_URL is right: psql "$DATABASE_URL" -c "SELECT 1"';

/** Checks that ask the database, in the order of the report. */
export const DATABASE_CHECKS: readonly DoctorCheck[] = [
  { name: 'database', needsDatabase: true, check: checkVersion, advice: START_DATABASE },
  { name: 'extensions', needsDatabase: true, check: checkExtensions, advice: START_DATABASE },
  { name: 'permissions', needsDatabase: true, check: checkPermissions, advice: START_DATABASE },
  { name: 'durability', needsDatabase: true, check: checkDurability, advice: START_DATABASE },
  { name: 'connections', needsDatabase: true, check: checkConnections, advice: START_DATABASE },
  { name: 'clock', needsDatabase: true, check: checkClock, advice: START_DATABASE },
  { name: 'migrations', needsDatabase: true, check: checkMigrations, advice: MIGRATE },
  { name: 'sorting', needsDatabase: true, check: checkSorting, advice: MIGRATE },
  { name: 'worker', needsDatabase: true, check: checkWorker, advice: MIGRATE },
];

async function one<T extends object>({ db }: DoctorParts, text: string, values: readonly unknown[] = []): Promise<T> {
  const [row] = await db.query<T & Record<string, unknown>>({ name: '', text, values });
  if (!row) throw new Error('unreachable: the statement returns one row');
  return row;
}

async function checkVersion(parts: DoctorParts): Promise<DoctorFinding> {
  const { version, encoding } = await one<{ version: string; encoding: string }>(
    parts,
    `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
  );
  if (encoding !== 'UTF8')
    return problem(
      `The database has the encoding ${encoding}.`,
      'Restore it into one with: CREATE DATABASE billhook ENCODING UTF8 TEMPLATE template0',
    );
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    return problem(
      `PostgreSQL ${version} is too old.`,
      `Upgrade to PostgreSQL ${OLDEST_VERSION} or later (pg_upgrade).`,
    );
  return ok(`PostgreSQL ${version} responds.`);
}

async function checkExtensions(parts: DoctorParts): Promise<DoctorFinding> {
  const { missing } = await one<{ missing: string[] }>(
    parts,
    `SELECT ARRAY (SELECT name FROM unnest($1::text[]) name EXCEPT SELECT extname FROM pg_extension) AS missing`,
    [EXTENSIONS],
  );
  if (missing.length === 0) return ok(`The extensions ${EXTENSIONS.join(' and ')} are installed.`);
  const commands = missing.map((name) => `CREATE EXTENSION ${name};`).join(' ');
  return problem(`The database lacks ${missing.join(' and ')}.`, `As the owner of the database, run: ${commands}`);
}

async function checkPermissions(parts: DoctorParts): Promise<DoctorFinding> {
  const { role, database, create, schema, foreign } = await one<{
    role: string;
    database: string;
    create: boolean;
    schema: boolean;
    foreign: string[];
  }>(
    parts,
    `SELECT current_user AS role, current_database() AS database,
      has_database_privilege(current_database(), 'CREATE') AS create, has_schema_privilege('public', 'CREATE') AS schema,
      ARRAY (SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S')
        AND NOT pg_has_role(relowner, 'USAGE') ORDER BY relname) AS foreign`,
  );
  // The worker creates a table for the attempts of each day.
  if (foreign.length > 0)
    return problem(
      `${role} does not own ${foreign.length} tables or sequences, such as ${foreign[0]}.`,
      `As an administrator of the database, run: REASSIGN OWNED BY <their owner> TO "${role}"`,
    );
  if (!schema || !create)
    return problem(
      `${role} cannot create ${schema ? 'schemas' : 'tables'}.`,
      `As an administrator of the database, run: GRANT CREATE ON ${schema ? `DATABASE "${database}"` : 'SCHEMA public'} TO "${role}"`,
    );
  return ok(`${role} owns the tables and can create others.`);
}

async function checkDurability(parts: DoctorParts): Promise<DoctorFinding> {
  const { fsync, commit } = await one<{ fsync: string; commit: string }>(
    parts,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
  );
  if (fsync === 'off')
    return problem('PostgreSQL runs with fsync = off: a crash corrupts the data.', 'Set fsync = on.');
  if (commit === 'off')
    return warning(
      'synchronous_commit is off: a crash loses the changes of the last moment, with their numbers.',
      'Set synchronous_commit = on.',
    );
  return ok('What was committed survives a crash of PostgreSQL.');
}

async function checkConnections(parts: DoctorParts): Promise<DoctorFinding> {
  const { most, used } = await one<{ most: number; used: number }>(
    parts,
    `SELECT current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer AS most,
      (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
  );
  // Look-ups, rate limits and the queue use a few beside the pool.
  const needed = parts.env.DATABASE_POOL_SIZE + 8;
  const text = `${used} of ${most} connections are in use, and a process may need ${needed}.`;
  if (used + needed <= most) return ok(text);
  return warning(text, 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL_SIZE.');
}

async function checkClock(parts: DoctorParts): Promise<DoctorFinding> {
  const before = Date.now();
  const { now } = await one<{ now: Date }>(parts, 'SELECT clock_timestamp() AS now');
  const seconds = Math.round(((before + Date.now()) / 2 - now.getTime()) / 1_000);
  const text = `The clock of this machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the database.`;
  const advice = 'Synchronize both machines: timedatectl set-ntp true';
  if (Math.abs(seconds) > SKEW_PROBLEM_S) return problem(text, advice);
  return Math.abs(seconds) > SKEW_WARNING_S ? warning(text, advice) : ok('The clocks agree.');
}

async function checkMigrations({ db }: DoctorParts): Promise<DoctorFinding> {
  const found = schemaProblem(await readSchemaState(db));
  return found ? problem(found.detail, found.advice) : ok('The schema of the database fits this version.');
}

async function checkWorker({ env, db }: DoctorParts): Promise<DoctorFinding> {
  if (!env.WEBHOOKS_ENABLED) return ok('Not checked: with WEBHOOKS_ENABLED=false, workers send no heartbeats.');
  const workers = await liveWorkers(db);
  const seconds = Math.round(workers[0]?.seenSecondsAgo ?? Infinity);
  const start = 'Start a worker: node apps/worker/dist/main.js';
  if (seconds > WORKER_SILENT_S)
    return problem(workers.length === 0 ? 'No worker is running.' : `A worker was last seen ${seconds} s ago.`, start);
  const skewed = workers.find(({ clockAheadMs }) => Math.abs(clockAheadMs) > SKEW_WARNING_S * 1_000);
  if (skewed)
    return warning(
      `The clock of worker ${skewed.id} differs by ${Math.round(Math.abs(skewed.clockAheadMs) / 1_000)} s from the database.`,
      'Synchronize its machine: timedatectl set-ntp true',
    );
  return ok(`A worker was last seen ${seconds} s ago.`);
}

/** The collation of names and numbers (migration 65). An index that another version of ICU has sorted can miss rows. */
async function checkSorting(parts: DoctorParts): Promise<DoctorFinding> {
  const { provider, stored, actual } = await one<{ provider: string; stored: string | null; actual: string | null }>(
    parts,
    `SELECT collprovider AS provider, collversion AS stored, pg_collation_actual_version(oid) AS actual
      FROM pg_collation WHERE collname = 'natural_order' AND collnamespace = current_schema()::regnamespace`,
  );
  if (provider !== 'i')
    return warning(
      'PostgreSQL was built without ICU: names and numbers are sorted by code point, names without accents.',
      'Use packages of PostgreSQL with ICU, and move the data there with pg_dump, if the order matters.',
    );
  if (stored !== actual)
    return problem(
      `The indexes of names and numbers were sorted by version ${stored} of the rules, and PostgreSQL now has ${actual}.`,
      'Run: REINDEX INDEX CONCURRENTLY <each of clients_name_order, invoices_number_order, quotes_number_order, credit_notes_number_order>; ALTER COLLATION natural_order REFRESH VERSION;',
    );
  return ok(`Names and numbers are sorted by Unicode (version ${actual}).`);
}
