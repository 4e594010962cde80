import {
  CONNECTION_LIMIT,
  connectionProblem,
  DATABASE_FACTS,
  EXTENSIONS,
  serverProblem,
  type ConnectionLimit,
  type DatabaseFacts,
} from '@billhook/db/database-facts.rules';
import { readSchemaState } from '@billhook/db/schema-state';
import { schemaProblem } from '@billhook/db/schema-state.rules';
import type { Env } from '@billhook/platform/env';
import { withoutPassword } from '@billhook/platform/without-password';
import { pastChanges, secretsSeen } from '@billhook/webhooks/endpoints/past-changes';
import { liveWorkers } from '@billhook/webhooks/engine/live-workers';
import {
  ok,
  oneRow,
  problem,
  skipped,
  warning,
  type DoctorCheck,
  type DoctorFinding,
  type DoctorParts,
} from './doctor-finding.js';
import { checkPermissions } from './permission-checks.js';

/** Webhooks and their signatures tolerate five minutes. */
const SKEW_PROBLEM_S = 300;
const SKEW_WARNING_S = 10;

const WORKER_SILENT_S = 15;

const MIGRATE = 'Run node tools/node.cjs apps/api/dist/migrate.js (npm start does it).';
const START_DATABASE = ({ DATABASE_URL }: Env): string =>
  `Check that PostgreSQL runs and that DATABASE_URL is right: psql "${withoutPassword(DATABASE_URL)}" -c "SELECT 1"`;

/** Checks that query the database, in the order of the report. */
export const DATABASE_CHECKS: readonly DoctorCheck[] = [
  { name: 'database', needs: 'database', check: checkVersion, advice: START_DATABASE },
  { name: 'extensions', needs: 'database', check: checkExtensions, advice: START_DATABASE },
  { name: 'permissions', needs: 'database', check: checkPermissions, advice: START_DATABASE },
  { name: 'settings', needs: 'database', check: checkSettings, advice: START_DATABASE },
  { name: 'durability', needs: 'database', check: checkDurability, advice: START_DATABASE },
  { name: 'connections', needs: 'database', check: checkConnections, advice: START_DATABASE },
  { name: 'clock', needs: 'database', check: checkClock, advice: START_DATABASE },
  { name: 'migrations', needs: 'database', check: checkMigrations, advice: MIGRATE },
  { name: 'sorting', needs: 'tables', check: checkSorting, advice: MIGRATE },
  { name: 'worker', needs: 'tables', check: checkWorker, advice: MIGRATE },
  { name: 'applications', needs: 'tables', check: checkApplications, advice: MIGRATE },
];

async function checkVersion(parts: DoctorParts): Promise<DoctorFinding> {
  const facts = await oneRow<DatabaseFacts>(parts, DATABASE_FACTS);
  const found = serverProblem(facts);
  return found ? problem(found.detail, found.advice) : ok(`PostgreSQL ${facts.version} responds.`);
}

async function checkExtensions(parts: DoctorParts): Promise<DoctorFinding> {
  if (!parts.hasTables) return skipped('the schema step creates the extensions.');
  const { missing } = await oneRow<{ missing: string[] }>(
    parts,
    `SELECT ARRAY (SELECT name FROM unnest($1::text[]) name EXCEPT SELECT extname FROM pg_extension) AS missing`,
    [EXTENSIONS],
  );
  if (missing.length === 0) return ok(`The extensions ${EXTENSIONS.join(' and ')} are installed.`);
  const commands = missing.map((name) => `CREATE EXTENSION ${name};`).join(' ');
  return problem(`The database lacks ${missing.join(' and ')}.`, `As the owner of the database, run: ${commands}`);
}

const AROUND_POOLER =
  'Let DATABASE_URL lead to PostgreSQL itself, or keep the pooler for its connections: docs/operations.md, "A pooler".';

/** A pooler between Billhook and PostgreSQL is an ordinary choice, but each transaction then sets what its statements rely on. */
async function checkSettings({ arrival }: DoctorParts): Promise<DoctorFinding> {
  if (arrival.kind === 'arrived') return ok('The settings of each connection arrive.');
  const what =
    arrival.kind === 'rejected'
      ? `The start-up options of connections are rejected (${arrival.message})`
      : `The start-up options of connections are dropped (${arrival.names.join(', ')})`;
  return warning(`${what}, so each transaction sets them.`, AROUND_POOLER);
}

async function checkDurability(parts: DoctorParts): Promise<DoctorFinding> {
  const { fsync, commit } = await oneRow<{ fsync: string; commit: string }>(
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
  const limit = await oneRow<ConnectionLimit>(parts, CONNECTION_LIMIT);
  const found = connectionProblem(limit, { size: parts.env.DATABASE_POOL_SIZE, processes: 1 });
  return found ? warning(found.detail, found.advice) : ok(`${limit.used} of ${limit.most} connections are in use.`);
}

async function checkClock(parts: DoctorParts): Promise<DoctorFinding> {
  const before = Date.now();
  const { now } = await oneRow<{ now: Date }>(parts, 'SELECT clock_timestamp() AS now');
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
  if (!env.WEBHOOKS_ENABLED) return skipped('with WEBHOOKS_ENABLED=false, workers send no heartbeats.');
  const workers = await liveWorkers(db);
  const seconds = Math.round(workers[0]?.seenSecondsAgo ?? Infinity);
  const start = 'Start a worker: node tools/node.cjs apps/worker/dist/main.js';
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

/** Endpoints that applications which do not own them changed, or whose secrets they saw, in earlier releases. Also of one of several cells. */
export async function checkApplications({ db }: DoctorParts): Promise<DoctorFinding> {
  const changes = await pastChanges(db);
  const ended = changes.filter((change) => change.ended);
  const settle = 'Run npm run admin -- bind-application-changes.';
  if (ended.length > 0)
    return problem(
      `${listed(ended.map(({ endpointId, member, actor }) => `endpoint ${endpointId} (${member} by ${actor})`))}: set by applications whose access has ended.`,
      `${settle} It disables these endpoints until someone sets the members again.`,
    );
  if (changes.length > 0)
    return warning(
      `${listed(changes.map(({ endpointId, member, actor }) => `endpoint ${endpointId} (${member} by ${actor})`))}: set by applications that do not own them.`,
      `${settle} The endpoints then work as long as the access of these applications.`,
    );
  const seen = await secretsSeen(db);
  if (seen.length > 0)
    return warning(
      `${listed(seen.map(({ endpointId, actor }) => `endpoint ${endpointId} (${actor})`))}: an application that does not own the endpoint knows its signing secret.`,
      'Rotate the secret of each endpoint on the page Webhooks.',
    );
  return ok('No endpoint depends on an application that does not own it.');
}

const MOST_LISTED = 20;

const listed = (names: readonly string[]): string =>
  names.length > MOST_LISTED
    ? `${names.slice(0, MOST_LISTED).join(', ')} and ${names.length - MOST_LISTED} more`
    : names.join(', ');

interface SortingRow {
  readonly provider: string;
  readonly stored: string | null;
  readonly actual: string | null;
  /** Its name, and the names of its indexes in all schemas of the database, as SQL. */
  readonly collation: string;
  readonly indexes: readonly string[];
}

const SORTING = `SELECT o.collprovider AS provider, o.collversion AS stored, pg_collation_actual_version(o.oid) AS actual,
    format('%I.%I', n.nspname, o.collname) AS collation,
    ARRAY (SELECT format('%I.%I', s.nspname, c.relname) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      JOIN pg_namespace s ON s.oid = c.relnamespace WHERE o.oid = ANY (i.indcollation) ORDER BY s.nspname, c.relname) AS indexes
  FROM pg_collation o JOIN pg_namespace n ON n.oid = o.collnamespace WHERE o.collname = 'natural_order' AND pg_collation_is_visible(o.oid)`;

/**
 * The collation of names and numbers (migration 65). An index that another version of ICU has sorted can miss rows. Also of the server of one
 * of several cells.
 */
export async function checkSorting(parts: Pick<DoctorParts, 'db'>): Promise<DoctorFinding> {
  const { provider, stored, actual, collation, indexes } = await oneRow<SortingRow>(parts, SORTING);
  if (provider !== 'i')
    return warning(
      'PostgreSQL was built without ICU: names and numbers are sorted by code point, names without accents.',
      'Use packages of PostgreSQL with ICU, and move the data there with pg_dump, if the order matters.',
    );
  if (stored !== actual)
    return problem(
      `The indexes of names and numbers were sorted by version ${stored} of the rules, and PostgreSQL now has ${actual}.`,
      `Run: ${indexes.map((name) => `REINDEX INDEX CONCURRENTLY ${name}; `).join('')}ALTER COLLATION ${collation} REFRESH VERSION;`,
    );
  return ok(`Names and numbers are sorted by Unicode (version ${actual}).`);
}
