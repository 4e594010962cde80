import { loadTestEnv } from '@billhook/platform/spec-env';
import { cloneName, withClient, withDatabase } from './test-server.js';

export type TestDatabase = {
  url: string;
  /** Call it in `afterAll`. Closes open connections. */
  drop: () => Promise<void>;
};

/**
 * A migrated, empty database for a spec file: a clone of the template, created in about 50 ms. Call it in `beforeAll`.
 * @param hasSchema false for a database as `CREATE DATABASE` leaves it
 */
export async function createTestDatabase({ hasSchema = true } = {}): Promise<TestDatabase> {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = loadTestEnv();
  const name = cloneName();
  // A file copy instead of the log: a third of the work without waits for the disk.
  const from = hasSchema ? template : 'template0';
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`));
  return {
    url: withDatabase(server, name),
    drop: () => withClient(server, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
