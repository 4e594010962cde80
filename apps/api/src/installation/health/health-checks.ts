import { lostDatabaseFinding } from '@billhook/db/lost-database';
import { readSchemaState } from '@billhook/db/schema-state';
import { schemaProblem } from '@billhook/db/schema-state.rules';
import type { ReadRunner } from '@billhook/db/statement';
import type { Env } from '@billhook/platform/env';
import { withinTime } from '@billhook/platform/within-time';
import { liveWorkers } from '@billhook/webhooks/engine/live-workers';
import type { RedisProbe } from './redis-probe.js';

export interface HealthCell {
  readonly number: number;
  readonly db: ReadRunner;
}

/** What the checks look at. */
export interface HealthParts {
  readonly env: Env;
  /** Does not wait for a connection of the pool, which requests under load may use completely. */
  readonly db: ReadRunner;
  /** Each cell, with what reads there. */
  readonly cells: () => readonly HealthCell[];
  /** Whether one cell on the server of DATABASE_URL has everything. */
  readonly isUndivided: () => boolean;
  /** Undefined without a `REDIS_URL`. */
  readonly redis: RedisProbe | undefined;
}

/** The result of a check. `failing` means that this process cannot serve requests. */
export interface HealthFinding {
  readonly status: 'ok' | 'warning' | 'failing';
  readonly detail: string;
  /** What the operator must do about it. */
  readonly advice?: string;
}

export interface HealthCheck {
  readonly name: string;
  /** Returns undefined if it does not apply. */
  readonly check: (parts: HealthParts) => Promise<HealthFinding | undefined>;
  /** The finding if the check fails with an error or takes too long. */
  readonly otherwise: (error: unknown) => HealthFinding;
}

/** Workers send a heartbeat every second, and a silent one is replaced after 5 seconds. */
const WORKER_SILENT_S = 15;

/** Less than probes wait, because a Redis that hangs must not look like a process that hangs. */
const REDIS_MS = 2_000;

/** Less than a check may take, so that a cell that hangs is named. */
const CELL_MS = 3_000;

const ok = (detail: string): HealthFinding => ({ status: 'ok', detail });

/** The checks of `GET /health/ready`, in the order of the response. */
export const HEALTH_CHECKS: readonly HealthCheck[] = [
  {
    name: 'database',
    check: checkDatabase,
    otherwise: (error) => ({ status: 'failing', ...lostDatabaseFinding(error) }),
  },
  {
    name: 'migrations',
    check: checkMigrations,
    otherwise: () => ({
      status: 'failing',
      detail: 'The migrations of the database could not be read.',
      advice: 'Check the database first.',
    }),
  },
  {
    name: 'cells',
    check: checkCells,
    otherwise: () => ({
      status: 'warning',
      detail: 'The cells could not be read.',
      advice: 'Check the database first.',
    }),
  },
  {
    name: 'queue',
    check: checkQueue,
    otherwise: (error) => ({
      status: 'warning',
      detail: `The queue does not respond${reasonOf(error)}, so deliveries wait for the next sweep of the worker.`,
      advice:
        'Check that Redis runs, and the address, the password and the number of the database in REDIS_URL. With rediss://, it must accept TLS.',
    }),
  },
  {
    name: 'worker',
    check: checkWorker,
    otherwise: () => ({
      status: 'warning',
      detail: 'The heartbeats of the workers could not be read.',
      advice: 'Check the database first.',
    }),
  },
];

/** The reply of Redis or the code of the connection error. Without an address, because anyone can read it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'ReplyError') return ` (${error.message})`;
  return 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
}

async function checkDatabase({ db }: HealthParts): Promise<HealthFinding> {
  const started = performance.now();
  await db.query({ name: 'health', text: 'SELECT 1' });
  return ok(`PostgreSQL responded in ${Math.ceil(performance.now() - started)} ms.`);
}

async function checkMigrations({ db }: HealthParts): Promise<HealthFinding> {
  const problem = schemaProblem(await readSchemaState(db));
  return problem ? { status: 'failing', ...problem } : ok('The schema of the database fits this version.');
}

/** A process without one of the cells serves the others. */
async function checkCells({ cells, isUndivided }: HealthParts): Promise<HealthFinding | undefined> {
  if (isUndivided()) return undefined;
  const all = cells();
  const lost: number[] = [];
  await Promise.all(
    all.map(({ number, db }) =>
      withinTime(CELL_MS, db.query({ name: 'health', text: 'SELECT 1' })).catch(() => lost.push(number)),
    ),
  );
  if (lost.length === 0) return ok(all.length === 1 ? 'The cell responded.' : `All ${all.length} cells responded.`);
  const [subject, verb] = lost.length === 1 ? ['Cell', 'does'] : ['Cells', 'do'];
  return {
    status: 'warning',
    detail: `${subject} ${lost.toSorted((a, b) => a - b).join(', ')} ${verb} not respond, so requests of companies there get 503.`,
    advice: 'Check the PostgreSQL servers that npm run admin -- cells list names.',
  };
}

async function checkQueue({ db, redis }: HealthParts): Promise<HealthFinding> {
  if (redis) {
    await withinTime(REDIS_MS, redis.ping());
    return ok('Redis responded.');
  }
  const [row] = await db.query<{ exists: boolean }>({
    name: 'health_queue',
    text: `SELECT to_regnamespace('bullmq') IS NOT NULL AS exists`,
  });
  if (row?.exists) return ok('The queue is in PostgreSQL.');
  return {
    status: 'warning',
    detail: 'The schema bullmq of the queue does not exist in PostgreSQL.',
    advice: 'Run node tools/node.cjs apps/api/dist/migrate.js.',
  };
}

async function checkWorker({ env, cells }: HealthParts): Promise<HealthFinding | undefined> {
  // With webhooks switched off, workers send no heartbeats.
  if (!env.WEBHOOKS_ENABLED) return undefined;
  const all = cells();
  const read = await Promise.allSettled(all.map(async ({ db }) => (await liveWorkers(db))[0]));
  const [failed] = read.filter((result) => result.status === 'rejected');
  const found = read.flatMap((result, n) =>
    result.status === 'fulfilled' ? [{ cell: all[n]?.number, last: result.value }] : [],
  );
  // A cell that does not respond is the subject of another check.
  if (found.length === 0 && failed) throw failed.reason;
  const missing = found.filter(({ last }) => !last).map(({ cell }) => cell);
  const where =
    missing.length === all.length ? '' : ` in ${missing.length === 1 ? 'cell' : 'cells'} ${missing.join(', ')}`;
  const [latest] = found.toSorted((a, b) => (b.last?.seenSecondsAgo ?? 0) - (a.last?.seenSecondsAgo ?? 0));
  const last = latest?.last;
  const advice =
    'Start a worker: node tools/node.cjs apps/worker/dist/main.js. Until then, no webhook, email or PDF is sent.';
  if (missing.length > 0 || !last) return { status: 'warning', detail: `No worker is running${where}.`, advice };
  const seconds = Math.round(last.seenSecondsAgo);
  if (seconds > WORKER_SILENT_S)
    return { status: 'warning', detail: `A worker was last seen ${seconds} s ago.`, advice };
  return ok(`A worker was last seen ${seconds} s ago.`);
}
