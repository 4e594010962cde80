import type pg from 'pg';
import { connectClient } from './database-client.js';
import type { ReadRunner, Statement } from './statement.js';

/** Runs reads on a connection, without preparing their statements. */
export const runnerOn = (client: Pick<pg.ClientBase, 'query'>): ReadRunner => ({
  query: async <T extends pg.QueryResultRow>({ text, values = [] }: Statement) =>
    (await client.query<T>(text, [...values])).rows,
});

/**
 * Opens a separate connection for some reads, and closes it.
 * @param name of the program, as PostgreSQL shows it
 * @throws the error of the connection
 */
export async function onConnection<T>(
  url: string,
  work: (db: ReadRunner) => Promise<T>,
  name = 'billhook-start',
): Promise<T> {
  const client = await connectClient({ connectionString: url, application_name: name });
  try {
    return await work(runnerOn(client));
  } finally {
    await client.end();
  }
}
