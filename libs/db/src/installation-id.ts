import { connectClient } from './database-client.js';

/** Of the row and the database, because a copy of the data in another database is another installation. */
const ID = `SELECT md5(id::text || (SELECT oid FROM pg_database WHERE datname = current_database())) AS id FROM installation`;

/** An id of 32 hexadecimal digits that is unique to an installation. */
export async function installationIdOf(url: string): Promise<string> {
  const client = await connectClient({ connectionString: url, application_name: 'billhook-installation' });
  try {
    const { rows } = await client.query<{ id: string }>(ID);
    if (!rows[0]) throw new Error('the table installation is empty');
    return rows[0].id;
  } finally {
    await client.end();
  }
}
