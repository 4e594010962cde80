import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource } from '@billhook/db/data-source';
import { startEmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { withClient } from '@billhook/testing/test-server';
import { expect, it } from '@jest/globals';

it('does not confirm a commit that its synchronous standby has not received', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'billhook-synchronous-'));
  const server = await startEmbeddedPostgres({ dir, database: 'billhook' });
  const source = await createDataSource({ url: server.url, poolSize: 1, statementMs: 300 }, []).initialize();
  try {
    await withClient(server.url, async (client) => {
      await client.query('CREATE TABLE kept ()');
      // No such standby exists, so no commit is ever received.
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
      await client.query('SELECT pg_reload_conf()');
    });
    const write = new UnitOfWork(source).run(async (tx) => {
      // The connection reads the changed setting before its next statement.
      await tx.query({ name: '', text: 'SELECT pg_sleep(0.1)' });
      await tx.query({ name: '', text: 'INSERT INTO kept DEFAULT VALUES' });
    });
    await expect(write).rejects.toThrow('Query read timeout');
  } finally {
    await source.destroy();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
