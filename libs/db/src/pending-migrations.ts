import { MIGRATIONS } from './migrations/list.js';
import type { ReadRunner } from './statement.js';

/** The migrations of this version that the database does not have, in their order. All of them for an empty database. */
export async function pendingMigrations(db: ReadRunner): Promise<string[]> {
  const [table] = await db.query<{ exists: boolean }>({
    name: 'migrations_exist',
    text: `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  });
  const rows = table?.exists ? await db.query<{ name: string }>({ name: 'migrations_names', text: NAMES }) : [];
  const done = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
}

const NAMES = 'SELECT name FROM migrations';
