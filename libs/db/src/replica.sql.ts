import { MOST_WAITING, type PrimaryPosition } from './replica.rules.js';
import type { Statement } from './statement.js';

/**
 * Names the history that the rows of a primary belong to: the run of the server, the database, and the file of the table. Each restore
 * changes at least one of them, unlike positions in the write-ahead log, which go back.
 */
const HISTORY = `concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), pg_relation_filenode('record_changes'))`;

/** The row of the company decides what has expired or is overdue. A replica has the transaction ids of its primary. */
const COMPANY = '(SELECT xmin::text FROM companies WHERE id = $1)';

const LAST = 'coalesce((SELECT last FROM record_change_counters WHERE company_id = $1), 0)';

/** Where the log of changes of a company is, on the primary. One more change than `MOST_WAITING` means that there are too many. */
export const primaryPosition = (companyId: number): Statement => ({
  name: 'replica_primary_position',
  text: `SELECT ${HISTORY} AS history, ${COMPANY} AS company, ${LAST} AS last,
    ARRAY (SELECT id::text FROM record_changes WHERE company_id = $1 AND sequence IS NULL ORDER BY id LIMIT $2) AS waiting`,
  values: [companyId, MOST_WAITING + 1],
});

/**
 * What the replica has of that position. It looks changes without a number up by their ids: a standby would read every entry that their
 * index has had since the last vacuum.
 */
export const replicaPosition = (companyId: number, { waiting }: PrimaryPosition): Statement => ({
  name: 'replica_position',
  text: `SELECT pg_is_in_recovery() AS "isStandby", (SELECT history FROM primary_history) AS history, ${COMPANY} AS company,
    ${LAST} AS last, (SELECT count(*)::integer FROM record_changes WHERE id = ANY ($2::bigint[])) AS found`,
  values: [companyId, waiting],
});

/** `written` is what a replica that follows has as well. */
export const PRIMARY_FACTS: Statement = {
  name: 'replica_primary_facts',
  text: `SELECT ${HISTORY} AS history, (SELECT history FROM primary_history) AS written,
    pg_current_wal_flush_lsn()::text AS flushed`,
};

/** Writes nothing if the row is right. */
export const WRITE_HISTORY: Statement = {
  name: 'replica_write_history',
  text: `INSERT INTO primary_history (history) SELECT ${HISTORY}
    ON CONFLICT (is_only) DO UPDATE SET history = excluded.history WHERE primary_history.history <> excluded.history`,
};

/** @param flushed the position of the primary in its write-ahead log, a moment earlier */
export const replicaFacts = (flushed: string): Statement => ({
  name: 'replica_facts',
  text: `SELECT pg_is_in_recovery() AS "isStandby", (SELECT history FROM primary_history) AS history,
    CASE WHEN pg_last_wal_replay_lsn() >= $1::pg_lsn THEN 0
      ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END::float8 AS "lagSeconds"`,
  values: [flushed],
});
