import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';

/** A statement that returns the rows of all records of the company `$1`. */
export const STORED_RECORDS = RECORD_NAMES.map(
  (name) =>
    `SELECT '${name}' AS resource, id, version, updated_at AS at FROM ${RESOURCES[name].table} WHERE company_id = $1`,
).join(' UNION ALL ');

/** A statement after which the positions of all readers of the log of changes of the company `$1` have expired. */
export const EXPIRE_CHANGES =
  'UPDATE record_change_counters SET last = last + 1000, dropped = last + 1000 WHERE company_id = $1';

/** A row of `STORED_RECORDS`. */
export interface ComparedRecord {
  readonly resource: string;
  readonly id: number;
  readonly version: number;
  readonly at: Date;
}

/** `resource id version time` of the rows of the database, each once, to compare with `copied`. */
export const storedLines = (rows: readonly ComparedRecord[]): string[] =>
  rows.map(({ resource, id, version, at }) => `${resource} ${id} ${version} ${at.toISOString()}`).sort();

/** `resource id version time` of all records of a copy in a folder or a SQLite database, each once. */
export async function copied(target: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of RECORD_NAMES) {
    const plural = RESOURCES[name].plural.replace('-', '_');
    const texts = target.endsWith('.sqlite')
      ? await rowsOf(target, plural)
      : await linesOf(join(target, `${plural}.ndjson`));
    for (const text of texts) {
      const { id, version, updatedAt } = JSON.parse(text) as { id: number; version: number; updatedAt: string };
      found.push(`${name} ${id} ${version} ${updatedAt}`);
    }
  }
  return found.sort();
}

const linesOf = async (file: string): Promise<string[]> =>
  existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '') : [];

async function rowsOf(file: string, table: string): Promise<string[]> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  const rows = database.prepare(`SELECT record FROM ${table}`).all();
  database.close();
  return rows.map(({ record }) => String(record));
}
