import { createDataSource } from './data-source.js';

/** Updates the schema of a database. Idempotent; all pending migrations run in one transaction. */
export async function migrate(url: string): Promise<void> {
  // A migration of a large table can take long, and interrupting it would only restart it.
  const options = { url, poolSize: 1, applicationName: 'billhook-migrate', statementMs: 0 };
  const source = createDataSource(options, []);
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'all' });
  } finally {
    await source.destroy();
  }
}
