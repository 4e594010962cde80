import type { QueryResultRow } from 'pg';
import { connectClient } from './database-client.js';
import type { ReadRunner, Statement } from './statement.js';

/** Opens a separate connection for some reads of a program that starts, and closes it. @throws the error of the connection */
export async function onConnection<T>(url: string, work: (db: ReadRunner) => Promise<T>): Promise<T> {
  const client = await connectClient({ connectionString: url, application_name: 'billhook-start' });
  try {
    return await work({
      query: async <R extends QueryResultRow>({ text, values = [] }: Statement) =>
        (await client.query<R>(text, [...values])).rows,
    });
  } finally {
    await client.end();
  }
}
