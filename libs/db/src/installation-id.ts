import { onConnection } from './on-connection.js';

/** A hash of the row and the database, because a copy of the data in another database is another installation. */
const ID = `SELECT md5(id::text || (SELECT oid FROM pg_database WHERE datname = current_database())) AS id FROM installation`;

/** An id of 32 hexadecimal digits that is unique to an installation. */
export async function installationIdOf(url: string): Promise<string> {
  const [row] = await onConnection(url, (db) => db.query<{ id: string }>({ name: 'installation_id', text: ID }));
  if (!row) throw new Error('the table installation is empty');
  return row.id;
}
