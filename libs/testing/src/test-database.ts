import { loadTestEnv } from '@billhook/platform/spec-env';
import { cloneName, withClient, withDatabase } from './test-server.js';

export type TestDatabase = {
  url: string;
  /** Call it in `afterAll`. Closes open connections. */
  drop: () => Promise<void>;
};

/** A migrated, empty database for a spec file: a clone of the template, created in about 50 ms. Call it in `beforeAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = loadTestEnv();
  const name = cloneName();
  // A file copy instead of the log: a third of the work without waits for the disk.
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`));
  return {
    url: withDatabase(server, name),
    drop: () => withClient(server, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
