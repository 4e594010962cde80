import { createDataSource } from './data-source.js';

/** Brings the schema of a database up to date. Idempotent; all pending migrations are one transaction. */
export async function migrate(url: string): Promise<void> {
  const source = createDataSource({ url, poolSize: 1, applicationName: 'billhook-migrate' }, []);
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'all' });
  } finally {
    await source.destroy();
  }
}
