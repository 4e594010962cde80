import { MOST_WAITING, type PrimaryPosition } from './replica.rules.js';
import type { Statement } from './statement.js';

/** SQL about the changes of the company $1, from the library that owns them. */
export interface ReplicatedChanges {
  /** The table of the changes, whose file a restore replaces. */
  readonly table: string;
  /** The version of the row of the company as text; null without a row. */
  readonly company: string;
  /** The last number in the log. */
  readonly last: string;
  /** The ids of the changes without a number as text, the first $2 of them. */
  readonly waiting: string;
  /** How many of the changes with the ids $2 there are. */
  readonly found: string;
}

/**
 * Names the history that the rows of a primary belong to: the run of the server, the database, and the file of the table. Each restore
 * changes at least one of them, unlike positions in the write-ahead log, which go back.
 */
const historyOf = ({
  table,
}: ReplicatedChanges): string => `concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), pg_relation_filenode('${table}'))`;

/** Where the log of changes of a company is, on the primary. One more change than `MOST_WAITING` means that there are too many. */
export const primaryPosition = (changes: ReplicatedChanges, companyId: number): Statement => ({
  name: 'replica_primary_position',
  text: `SELECT ${historyOf(changes)} AS history, (${changes.company}) AS company, (${changes.last}) AS last,
    ARRAY (${changes.waiting}) AS waiting`,
  values: [companyId, MOST_WAITING + 1],
});

/** What the replica has of that position. */
export const replicaPosition = (
  changes: ReplicatedChanges,
  companyId: number,
  { waiting }: PrimaryPosition,
): Statement => ({
  name: 'replica_position',
  text: `SELECT pg_is_in_recovery() AS "isStandby", (SELECT history FROM primary_history) AS history,
    (${changes.company}) AS company, (${changes.last}) AS last, (${changes.found}) AS found`,
  values: [companyId, waiting],
});

/** `written` is what a replica that follows has as well. */
export const primaryFacts = (changes: ReplicatedChanges): Statement => ({
  name: 'replica_primary_facts',
  text: `SELECT ${historyOf(changes)} AS history, (SELECT history FROM primary_history) AS written,
    pg_current_wal_flush_lsn()::text AS flushed`,
});

/** Writes nothing if the row is right. */
export const writeHistory = (changes: ReplicatedChanges): Statement => ({
  name: 'replica_write_history',
  text: `INSERT INTO primary_history (history) SELECT ${historyOf(changes)}
    ON CONFLICT (is_only) DO UPDATE SET history = excluded.history WHERE primary_history.history <> excluded.history`,
});

/** @param flushed the position of the primary in its write-ahead log, a moment earlier */
export const replicaFacts = (flushed: string): Statement => ({
  name: 'replica_facts',
  text: `SELECT pg_is_in_recovery() AS "isStandby", (SELECT history FROM primary_history) AS history,
    CASE WHEN pg_last_wal_replay_lsn() >= $1::pg_lsn THEN 0
      ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END::float8 AS "lagSeconds"`,
  values: [flushed],
});
