import type { ReadRunner, Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { ImportPart } from './import.entity.js';
import type { ImportRef } from './imports.repository.js';

/** Rows that one statement deletes. */
const DELETED_PARTS = 100;
const DELETED_KEYS = 5_000;

export type NewImportPart = Pick<ImportPart, 'firstRow' | 'rows' | 'content'>;

/** Stores the rows of a new import. @param from the number of the first part */
export function addParts(tx: Tx, { companyId, id }: ImportRef, from: number, parts: readonly NewImportPart[]): void {
  tx.send({
    name: 'import_parts_add',
    text: `INSERT INTO import_parts (company_id, import_id, part, first_row, rows, content)
      SELECT $1, $2, $3 + n - 1, first_row, rows, content
      FROM unnest($4::integer[], $5::integer[], $6::text[]) WITH ORDINALITY AS p (first_row, rows, content, n)`,
    values: [
      ...[companyId, id, from],
      ...[parts.map(({ firstRow }) => firstRow), parts.map(({ rows }) => rows), parts.map(({ content }) => content)],
    ],
  });
}

export async function partOf(
  runner: ReadRunner,
  { companyId, id }: ImportRef,
  part: number,
): Promise<NewImportPart | undefined> {
  const [found] = await runner.query<{ firstRow: number; rows: number; content: string }>({
    name: 'import_part_get',
    text: `SELECT first_row AS "firstRow", rows, content FROM import_parts WHERE company_id = $1 AND import_id = $2 AND part = $3`,
    values: [companyId, id, part],
  });
  return found;
}

export function writeResults(tx: Tx, { companyId, id }: ImportRef, part: number, results: string): void {
  tx.send({
    name: 'import_part_results',
    text: 'UPDATE import_parts SET results = $4 WHERE company_id = $1 AND import_id = $2 AND part = $3',
    values: [companyId, id, part, results],
  });
}

export interface ResultSize {
  readonly part: number;
  readonly bytes: number;
}

/** The sizes of the results of each part that has any, in their order. */
export function resultSizes(runner: ReadRunner, { companyId, id }: ImportRef): Promise<ResultSize[]> {
  return runner.query<{ part: number; bytes: number }>({
    name: 'import_result_sizes',
    text: `SELECT part, octet_length(results) AS bytes FROM import_parts
      WHERE company_id = $1 AND import_id = $2 AND results <> '' ORDER BY part`,
    values: [companyId, id],
  });
}

export async function resultsOf(runner: ReadRunner, { companyId, id }: ImportRef, part: number): Promise<string> {
  const [found] = await runner.query<{ results: string | null }>({
    name: 'import_results_get',
    text: 'SELECT results FROM import_parts WHERE company_id = $1 AND import_id = $2 AND part = $3',
    values: [companyId, id, part],
  });
  if (found?.results == null) throw new Error(`the results of import ${id} were deleted during their download`);
  return found.results;
}

/** Deletes some rows of an import. The row locks skip what another worker has just deleted. @returns whether there may be more */
export async function deleteSomeParts(runner: Runner, { companyId, id }: ImportRef): Promise<boolean> {
  const deleted = await runner.query({
    name: 'import_parts_delete',
    text: `DELETE FROM import_parts WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM import_parts WHERE company_id = $1 AND import_id = $2 LIMIT ${DELETED_PARTS} FOR UPDATE)) RETURNING part`,
    values: [companyId, id],
  });
  return deleted.length > 0;
}

export async function deleteSomeKeys(runner: Runner, { id }: ImportRef): Promise<boolean> {
  const deleted = await runner.query({
    name: 'import_row_keys_delete',
    text: `DELETE FROM import_row_keys WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM import_row_keys WHERE import_id = $1 LIMIT ${DELETED_KEYS} FOR UPDATE)) RETURNING import_id`,
    values: [id],
  });
  return deleted.length > 0;
}

/** The records of known keys, by key in hexadecimal; null for a row of a dry run. */
export async function knownKeys(
  runner: ReadRunner,
  companyId: number,
  keys: readonly Buffer[],
): Promise<Map<string, number | null>> {
  if (keys.length === 0) return new Map();
  const found = await runner.query<{ key: string; recordId: number | null }>({
    name: 'import_row_keys_known',
    text: `SELECT encode(key, 'hex') AS key, record_id AS "recordId" FROM import_row_keys
      WHERE company_id = $1 AND key = ANY ($2::bytea[])`,
    values: [companyId, keys],
  });
  return new Map(found.map(({ key, recordId }) => [key, recordId]));
}

export interface WrittenKey {
  readonly key: Buffer;
  readonly recordId: number | null;
}

/** Stores the keys of rows. A key whose record was deleted gets the new record. */
export function addKeys(tx: Tx, { companyId, id }: ImportRef, keys: readonly WrittenKey[]): void {
  if (keys.length === 0) return;
  tx.send({
    name: 'import_row_keys_add',
    text: `INSERT INTO import_row_keys (company_id, import_id, key, record_id)
      SELECT $1, $2, k.key, k.record_id FROM unnest($3::bytea[], $4::bigint[]) AS k (key, record_id)
      ON CONFLICT (company_id, key) DO UPDATE SET import_id = excluded.import_id, record_id = excluded.record_id`,
    values: [companyId, id, keys.map(({ key }) => key), keys.map(({ recordId }) => recordId)],
  });
}
