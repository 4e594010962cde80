import { setTimeout as sleep } from 'node:timers/promises';
import { isLockConflict } from '@billhook/db/migrations/steps';
import { isConfirmed, writtenPosition } from './cell-replication.js';
import { read, type CellServer } from './cell-server.js';

/** How long writes queue behind a lock that is not free, and behind those of all tables together. */
const LOCK_MS = 100;
const ALL_LOCKS_MS = 500;
/** PostgreSQL ends an automatic vacuum that is in the way after a second (deadlock_timeout). */
const VACUUM_MS = 1_200;
const VACUUM_EVERY = 5;
/** The target has this time to confirm, counted from the first lock. Then writes continue and the next attempt follows. */
const HOLD_MS = 1_200;
/** A process that hangs must not keep the locks. */
const SILENT_MS = 5_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Attempts in which the target did not confirm in time. */
const TRIES = 20;
const POLL_MS = 5;
const QUERY_CANCELED = '57014';

/** While writes wait and the target has everything. */
export interface Held {
  /** In the transaction that holds the locks: what it changes is committed with their end. */
  readonly source: CellServer;
  /** Milliseconds since the first lock. */
  readonly heldMs: () => number;
}

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
 * Lets writes of the cell wait until the target has all rows, and then does the work. Reads continue. If a lock is not free or the target
 * does not follow in time, writes continue and the next attempt follows after a pause.
 * @param work its error lets writes continue as well, and undoes what it has changed
 * @returns the result, and how long writes waited at most
 */
export async function holdWrites<T>(
  holding: Holding,
  work: (held: Held) => Promise<T>,
): Promise<{ result: T; ms: number }> {
  let late = 0;
  for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt += 1, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await holding.whenReady();
    if (attempt % VACUUM_EVERY === 0) await endVacuums(holding);
    const held = await tryHold(holding, work);
    if (held.kind === 'done') return held;
    if (held.kind === 'late' && ++late === TRIES)
      throw new Error(
        `The target did not confirm the last changes within ${HOLD_MS} ms in ${TRIES} attempts. It is too slow for the writes of the cell, or its log names an error.`,
      );
    holding.report(
      held.kind === 'late'
        ? 'The target did not confirm the last changes in time. Writes continue, and the next attempt follows.'
        : `A table is locked. Writes continue, and the next attempt follows. ${await oldestTransaction(holding.aside)}`,
    );
    await sleep(pause);
  }
}

type HoldAttempt<T> = { kind: 'done'; result: T; ms: number } | { kind: 'locked' } | { kind: 'late' };

/** One table at a time: with locks of others, the wait could end a writer as the victim of a deadlock. */
async function endVacuums({ source: { client }, tables }: Holding): Promise<void> {
  for (const table of tables) {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${VACUUM_MS}`);
    await client.query(`LOCK TABLE ${table} IN SHARE MODE`).catch((error: unknown) => {
      if (!isLockConflict(error)) throw error;
    });
    await client.query('ROLLBACK');
  }
}

async function tryHold<T>(holding: Holding, work: (held: Held) => Promise<T>): Promise<HoldAttempt<T>> {
  const { source, aside, cell, tables } = holding;
  const { client } = source;
  const began = performance.now();
  const heldMs = () => performance.now() - began;
  let hasLocks = false;
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL statement_timeout = ${ALL_LOCKS_MS};
      SET LOCAL idle_in_transaction_session_timeout = ${SILENT_MS}`);
    // In this mode, reads and row locks without a change pass.
    await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`);
    hasLocks = true;
    await client.query(`SET LOCAL statement_timeout = ${HOLD_MS}`);
    const position = await writtenPosition(aside);
    while (!(await isConfirmed(aside, cell, position))) {
      if (heldMs() > HOLD_MS) {
        await client.query('ROLLBACK');
        return { kind: 'late' };
      }
      await sleep(POLL_MS);
    }
    const result = await work({ source, heldMs });
    await client.query('COMMIT');
    return { kind: 'done', result, ms: heldMs() };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const isBusy = isLockConflict(error) || codeOf(error) === QUERY_CANCELED;
    if (isBusy) return { kind: hasLocks ? 'late' : 'locked' };
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

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
