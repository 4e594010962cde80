import { createDataSource } from './data-source.js';

/** Brings the schema of a database up to date. Idempotent; all pending migrations are one transaction. */
export async function migrate(url: string): Promise<void> {
  // A step over a large table takes its time, and to stop it half way would only mean to begin again.
  const options = { url, poolSize: 1, applicationName: 'billhook-migrate', statementMs: 0 };
  const source = createDataSource(options, []);
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'all' });
  } finally {
    await source.destroy();
  }
}
