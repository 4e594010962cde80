import { loadTestEnv } from '@billhook/platform/spec-env';
import { cloneName, withClient, withDatabase } from './test-server.js';

export type TestDatabase = {
  url: string;
  /** Call it in `afterAll`. Ends connections that are still open. */
  drop: () => Promise<void>;
};

/** A database of the spec file's own, migrated and empty: a clone of the run's template, made in some 50 ms. Call it in `beforeAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = loadTestEnv();
  const name = cloneName();
  // By files, not by the log: a third of the work where nothing waits for the disk.
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`));
  return {
    url: withDatabase(server, name),
    drop: () => withClient(server, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
