import { setTimeout as sleep } from 'node:timers/promises';
import { describeUrl } from '@billhook/db/database-problem.rules';
import pg from 'pg';
import { read, readOne, type CellServer } from './cell-server.js';
import { conninfoOf } from './conninfo.rules.js';

/** Publication and subscription of a cell. PostgreSQL keeps them in one database each. */
const nameOf = (cell: number): string => `billhook_move_cell_${cell}`;

/** Slots belong to all databases of a cluster. */
const SLOT = `'billhook_move_' || (SELECT oid FROM pg_database WHERE datname = current_database()) || '_cell_' || $1::integer`;

/** Slots of the first copy of a table, which its worker creates: pg_<subscription>_sync_<table>_<cluster of the target>. */
const FIRST_COPIES = `slot_name ~ ('^pg_[0-9]+_sync_[0-9]+_' || $2::text || '$') AND database = current_database()`;

const DROP_TRIES = 100;
const PAUSE_MS = 100;
/** A process of replication uses it until its connection has ended. */
const OBJECT_IN_USE = '55006';

/** How far a subscription is. */
export interface Progress {
  readonly tables: number;
  readonly ready: number;
  /** Of the tables that are being copied for the first time. */
  readonly copiedBytes: number;
  /** Errors of the target, which tries again after each. */
  readonly errors: number;
  /** The position of the present server in its write-ahead log. */
  readonly writtenBytes: number;
  /** What of it the target has not confirmed. */
  readonly lagBytes: number;
  readonly confirmed: string;
}

/** Begins to keep the changes of the cell: those from this moment on reach the target. */
export async function publish(source: CellServer, cell: number, tables: readonly string[]): Promise<void> {
  const publication = nameOf(cell);
  // Before the slot, which reads the publication as it was at each change.
  await source.client.query(`CREATE PUBLICATION ${publication} FOR TABLE ${tables.join(', ')}`);
  await source.client.query(`SELECT pg_create_logical_replication_slot(${SLOT}, 'pgoutput')`, [cell]);
}

/**
 * In the transaction that creates the tables: then both exist, or neither.
 * @param sourceUrl the address of the present server, as the target reaches it
 * @throws an Error that names the address if the target cannot connect
 */
export async function subscribe(
  target: CellServer,
  cell: number,
  { source, sourceUrl }: { readonly source: CellServer; readonly sourceUrl: string },
): Promise<void> {
  const { slot } = await readOne<{ slot: string }>(source, `SELECT ${SLOT} AS slot`, [cell]);
  const name = nameOf(cell);
  await target.client
    .query(`CREATE SUBSCRIPTION ${name} CONNECTION ${pg.escapeLiteral(conninfoOf(sourceUrl))} PUBLICATION ${name}
    WITH (create_slot = false, slot_name = ${pg.escapeLiteral(slot)}, streaming = off)`)
    .catch((error: unknown) => {
      throw unreachableSource(error, sourceUrl) ?? error;
    });
}

/** What the target says about the other server: connections, passwords, and those that a role without all rights must use. */
const OF_CONNECTION = /^(08|28|2F)/;

function unreachableSource(error: unknown, sourceUrl: string): Error | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  if (!OF_CONNECTION.test(String(error.code))) return undefined;
  return new Error(
    `The target cannot connect to the present server at ${describeUrl(sourceUrl)}: ${firstLine(error.message)}. Give an address with a password that it can reach as --source.`,
    { cause: error },
  );
}

/** libpq explains errors in further lines. */
const firstLine = (text: string): string => text.replace(/\n[^]*/, '').replace(/[.?:]+$/, '');

/** What drops the slot of a cell in its former database, for the operator. */
export const dropSlot = (cell: number): string =>
  `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name LIKE 'billhook_move_%_cell_${cell}' AND database = current_database()`;

/** Whether the slot exists and has all changes since its creation. */
export async function hasSlot(source: CellServer, cell: number): Promise<boolean> {
  const rows = await read(
    source,
    `SELECT FROM pg_replication_slots WHERE slot_name = ${SLOT} AND wal_status IS DISTINCT FROM 'lost'`,
    [cell],
  );
  return rows.length > 0;
}

export async function hasSubscription(target: CellServer, cell: number): Promise<boolean> {
  const rows = await read(
    target,
    `SELECT FROM pg_subscription WHERE subname = $1
      AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [nameOf(cell)],
  );
  return rows.length > 0;
}

const TABLES = `SELECT count(*)::integer AS tables, count(*) FILTER (WHERE srsubstate = 'r')::integer AS ready,
    (SELECT coalesce(sum(bytes_processed), 0)::float8 FROM pg_stat_progress_copy WHERE datname = current_database()) AS "copiedBytes",
    (SELECT coalesce(sum(apply_error_count + sync_error_count), 0)::float8 FROM pg_stat_subscription_stats WHERE subname = $1) AS errors
  FROM pg_subscription_rel r JOIN pg_subscription s ON s.oid = r.srsubid WHERE s.subname = $1`;

const LAG = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS "writtenBytes",
    pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 AS "lagBytes", confirmed_flush_lsn::text AS confirmed
  FROM pg_replication_slots WHERE slot_name = ${SLOT}`;

/** @throws an Error if the slot has been removed */
export async function progressOf(source: CellServer, target: CellServer, cell: number): Promise<Progress> {
  const [tables, [lag]] = await Promise.all([
    readOne<Pick<Progress, 'tables' | 'ready' | 'copiedBytes' | 'errors'>>(target, TABLES, [nameOf(cell)]),
    read<Pick<Progress, 'writtenBytes' | 'lagBytes' | 'confirmed'>>(source, LAG, [cell]),
  ]);
  if (!lag)
    throw new Error('The replication slot of the move no longer exists. Start the same command to begin again.');
  return { ...tables, ...lag };
}

/**
 * A position behind everything that was committed before. The message gives the sender something to send, and its commit writes what
 * commits without a wait for the disk have left.
 */
export async function writtenPosition(aside: CellServer): Promise<string> {
  const text = `SELECT pg_logical_emit_message(true, 'billhook', 'move')::text AS position`;
  return (await readOne<{ position: string }>(aside, text)).position;
}

/** Whether the target has everything up to a position, on its disk. */
export async function isConfirmed(source: CellServer, cell: number, position: string): Promise<boolean> {
  const { isThere } = await readOne<{ isThere: boolean }>(
    source,
    `SELECT coalesce((SELECT confirmed_flush_lsn >= $2::pg_lsn FROM pg_replication_slots WHERE slot_name = ${SLOT}), false) AS "isThere"`,
    [cell, position],
  );
  return isThere;
}

/**
 * Ends the subscription, without a connection to the other server, which may not respond.
 * @param schema dropped as well; undefined keeps it, and so does another name that an operator has given it
 */
export async function unsubscribe(target: CellServer, cell: number, schema?: string): Promise<void> {
  const name = nameOf(cell);
  // One text is one transaction.
  await target.client.query(
    [
      `ALTER SUBSCRIPTION ${name} DISABLE`,
      `ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`,
      `DROP SUBSCRIPTION ${name}`,
      ...(schema === undefined ? [] : [`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`]),
    ].join('; '),
  );
}

/** Drops the slots, which otherwise keep the write-ahead log until the disk is full, and the publication. */
export async function unpublish(source: CellServer, cell: number, targetSystem: string): Promise<void> {
  const own = `FROM pg_replication_slots WHERE (slot_name = ${SLOT} OR (${FIRST_COPIES}))`;
  const values = [cell, targetSystem];
  for (let left = DROP_TRIES; ; left -= 1) {
    try {
      await read(source, `SELECT pg_terminate_backend(active_pid) ${own} AND active_pid IS NOT NULL`, values);
      await read(source, `SELECT pg_drop_replication_slot(slot_name) ${own}`, values);
      break;
    } catch (error) {
      const isUsed = error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE;
      if (!isUsed || left === 0) throw error;
      await sleep(PAUSE_MS);
    }
  }
  await source.client.query(`DROP PUBLICATION IF EXISTS ${nameOf(cell)}`);
}
