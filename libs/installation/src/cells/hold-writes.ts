import { setTimeout as sleep } from 'node:timers/promises';
import { isLockConflict } from '@billhook/db/migrations/steps';
import { QUERY_CANCELED } from '@billhook/db/sql-states';
import { isConfirmed, writtenPosition } from './cell-replication.js';
import { read, type CellServer } from './cell-server.js';

/** How long writes queue behind a lock that is not free, and behind those of all tables together. */
const LOCK_MS = 100;
const ALL_LOCKS_MS = 500;
/** PostgreSQL ends an automatic vacuum that is in the way after a second (deadlock_timeout). */
const VACUUM_MS = 1_200;
const VACUUM_EVERY = 5;
/** The target has this time to confirm, counted from the first lock. Then writes continue and the next attempt follows. */
const CONFIRM_MS = 1_200;
/** No statement and no commit begins later, counted from the first lock. */
const MOST_MS = 1_800;
/** PostgreSQL ends the session of a command that hangs. It is longer than the work of one that does not. */
const SILENT_MS = 2_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Attempts that took too long. */
const TRIES = 20;
const POLL_MS = 5;

/** What is done while writes wait and the target has everything. */
interface HeldWork<T> {
  /** On other connections than that of the locks: if it takes longer than what is left, writes continue before it has ended. */
  readonly prepare: (leftMs: number) => Promise<T>;
  /** A statement each, in the transaction that holds the locks: what they change is committed with their end. */
  readonly changes?: readonly ((source: CellServer) => Promise<unknown>)[];
}

/** Writes have waited for long enough. The message says what has taken the time. */
class LateError extends Error {}

interface Holding {
  readonly source: CellServer;
  /** Another connection to the same server. */
  readonly aside: CellServer;
  readonly cell: number;
  /** Qualified names. A partition is locked with its table. */
  readonly tables: readonly string[];
  readonly report: (line: string) => void;
  /** Runs before each attempt. */
  readonly whenReady: () => Promise<void>;
}

/**
 * Lets writes of the cell wait until the target has all rows, and then does the work. Reads continue. If a lock is not free, or the target does
 * not follow or the work does not end in time, writes continue and the next attempt follows after a pause.
 * @param work its error lets writes continue as well, and undoes what it has changed
 * @returns the result, and how long writes waited at most
 */
export async function holdWrites<T>(holding: Holding, work: HeldWork<T>): Promise<{ result: T; ms: number }> {
  let late = 0;
  for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt += 1, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await holding.whenReady();
    if (attempt % VACUUM_EVERY === 0) await endVacuum(holding);
    const held = await tryHold(holding, work);
    if (held.kind === 'done') return held;
    if (held.kind === 'late' && ++late === TRIES)
      throw new Error(
        `${held.why} ${TRIES} attempts have ended so: the target is too slow for the writes of the cell, or its log names an error.`,
      );
    holding.report(
      held.kind === 'late'
        ? `${held.why} Writes continue, and the next attempt follows.`
        : `A table is locked. Writes continue, and the next attempt follows. ${await oldestTransaction(holding.aside)}`,
    );
    await sleep(pause);
  }
}

type HoldAttempt<T> = { kind: 'done'; result: T; ms: number } | { kind: 'locked' } | { kind: 'late'; why: string };

/** Tables with the lock of a vacuum. Partitions are locked with their table. */
const VACUUMED = `SELECT DISTINCT coalesce(pg_partition_root(relation), relation)::regclass::text AS name FROM pg_locks
  WHERE locktype = 'relation' AND mode = 'ShareUpdateExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** One table each time: its writes wait as well, and with several locks, a writer could be the victim of a deadlock. */
async function endVacuum({ source, tables }: Holding): Promise<void> {
  const vacuumed = await read<{ name: string }>(source, VACUUMED);
  const table = tables.find((qualified) => vacuumed.some(({ name }) => name === qualified));
  if (table === undefined) return;
  const { client } = source;
  const limits = `SET LOCAL lock_timeout = ${VACUUM_MS}; SET LOCAL statement_timeout = ${VACUUM_MS}`;
  await client.query(`BEGIN; ${limits}; LOCK TABLE ${table} IN SHARE MODE; ROLLBACK`).catch(async (error: unknown) => {
    await client.query('ROLLBACK');
    if (!isBusy(error)) throw error;
  });
}

async function tryHold<T>(holding: Holding, { prepare, changes = [] }: HeldWork<T>): Promise<HoldAttempt<T>> {
  const { source, tables } = holding;
  const { client } = source;
  const began = performance.now();
  const heldMs = (): number => performance.now() - began;
  const leftMs = (): number => {
    const ms = Math.floor(MOST_MS - heldMs());
    if (ms < 1) throw new LateError(SLOW);
    return ms;
  };
  let prepared: Promise<T> | undefined;
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL statement_timeout = ${ALL_LOCKS_MS};
      SET LOCAL idle_in_transaction_session_timeout = ${SILENT_MS}`);
    // In this mode, reads and row locks without a change pass.
    await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`);
    const ms = leftMs();
    prepared = untilConfirmed(holding, heldMs).then(() => prepare(leftMs()));
    const result = await inTime(prepared, ms);
    for (const change of changes) {
      await client.query(`SET LOCAL statement_timeout = ${leftMs()}`);
      await change(source);
    }
    leftMs();
    await client.query('COMMIT');
    return { kind: 'done', result, ms: heldMs() };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    // The next attempt uses its connections. Writes have continued.
    await prepared?.catch(() => undefined);
    if (error instanceof LateError) return { kind: 'late', why: error.message };
    if (isBusy(error)) return prepared ? { kind: 'late', why: SLOW } : { kind: 'locked' };
    throw error;
  }
}

const SLOW = 'The last step took too long.';

async function untilConfirmed({ aside, cell }: Holding, heldMs: () => number): Promise<void> {
  const position = await writtenPosition(aside);
  while (!(await isConfirmed(aside, cell, position))) {
    if (heldMs() > CONFIRM_MS) throw new LateError('The target did not confirm the last changes in time.');
    await sleep(POLL_MS);
  }
}

/** @throws a LateError if the work takes longer, which continues then */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const end = new AbortController();
  const late = sleep(ms, undefined, { signal: end.signal }).then(() => {
    throw new LateError(SLOW);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    end.abort();
  }
}

const isBusy = (error: unknown): boolean =>
  isLockConflict(error) || (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED);

/** Who may hold a lock: PostgreSQL does not say it once the wait has ended. */
async function oldestTransaction(aside: CellServer): Promise<string> {
  const [row] = await read<{ pid: number; name: string; seconds: number }>(
    aside,
    `SELECT pid, coalesce(nullif(application_name, ''), backend_type) AS name, extract(epoch FROM now() - xact_start)::integer AS seconds
      FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
        AND application_name <> 'billhook-cells' ORDER BY xact_start LIMIT 1`,
  );
  return row ? `The oldest transaction is that of process ${row.pid} (${row.name}), open for ${row.seconds} s.` : '';
}
