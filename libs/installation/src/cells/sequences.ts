import { read, type CellServer } from './cell-server.js';

/**
 * Ids that may be taken while the sequences are read: a company takes its id before its transaction. They are skipped, so no id is given
 * twice.
 */
const SKIPPED = 1_000;

interface SequencePosition {
  readonly name: string;
  readonly last: string;
  readonly isCalled: boolean;
}

/** Continues the sequences of a cell at the target, because replication does not copy them. */
export async function continueSequences(source: CellServer, target: CellServer, schema: string): Promise<void> {
  const sequences = await read<{ name: string }>(
    source,
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'S' ORDER BY relname`,
    [schema],
  );
  if (sequences.length === 0) return;
  const positions = sequences.map(
    ({ name }) =>
      `SELECT '${name.replaceAll("'", "''")}' AS name, last_value::text AS last, is_called AS "isCalled" FROM ${name}`,
  );
  const found = await read<SequencePosition>(source, positions.join(' UNION ALL '));
  await read(
    target,
    `SELECT setval(name::regclass, CASE WHEN "isCalled" THEN least(last + ${SKIPPED}, seqmax) ELSE last END, "isCalled")
      FROM json_to_recordset($1) AS s (name text, last bigint, "isCalled" boolean) JOIN pg_sequence q ON q.seqrelid = name::regclass`,
    [JSON.stringify(found)],
  );
}
