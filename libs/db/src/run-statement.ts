import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { withSpan } from './statement-span.js';
import { preparedName, type Statement } from './statement.js';

/** Runs a prepared statement on a pool or a client. */
export async function runStatement<T extends QueryResultRow>(
  client: Pool | ClientBase,
  statement: Statement,
): Promise<T[]> {
  const { name, text, values = [] } = statement;
  const run = () => client.query<T>({ name: preparedName(name), text, values: [...values] });
  const result = await withSpan(name || 'statement', run);
  return result.rows;
}

/** The pg pool of a data source: TypeORM does not name its statements, and frequent reads need names. */
export function poolOf(source: DataSource): Pool {
  const driver = source.driver as unknown as { readonly master: Pool };
  return driver.master;
}
