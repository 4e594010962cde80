import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';

/** `resource id version` of all records of a copy in a folder or a SQLite database, each once. */
export async function copied(target: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of RECORD_NAMES) {
    const plural = RESOURCES[name].plural.replace('-', '_');
    const texts = target.endsWith('.sqlite')
      ? await rowsOf(target, plural)
      : await linesOf(join(target, `${plural}.ndjson`));
    for (const text of texts) {
      const { id, version } = JSON.parse(text) as { id: number; version: number };
      found.push(`${name} ${id} ${version}`);
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
