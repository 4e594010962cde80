import type pg from 'pg';
import { connectClient } from './database-client.js';
import type { ReadRunner, Statement } from './statement.js';

/** Runs reads on a connection, without preparing their statements. */
export const runnerOn = (client: Pick<pg.ClientBase, 'query'>): ReadRunner => ({
  query: async <T extends pg.QueryResultRow>({ text, values = [] }: Statement) =>
    (await client.query<T>(text, [...values])).rows,
});

/** Opens a separate connection for some reads of a program that starts, and closes it. @throws the error of the connection */
export async function onConnection<T>(url: string, work: (db: ReadRunner) => Promise<T>): Promise<T> {
  const client = await connectClient({ connectionString: url, application_name: 'billhook-start' });
  try {
    return await work(runnerOn(client));
  } finally {
    await client.end();
  }
}
