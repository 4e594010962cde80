import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../src/test-database.js';
import { withClient } from '../src/test-server.js';

describe('createTestDatabase', () => {
  let database: TestDatabase;
  let other: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    other = await createTestDatabase();
  });

  afterAll(() => other.drop());

  const tables = (url: string) =>
    withClient(url, async (client) => {
      const sql = "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'public'";
      const { rows } = await client.query<{ count: number }>(sql);
      return rows[0]?.count ?? 0;
    });

  it('is migrated', async () => {
    expect(await tables(database.url)).toBeGreaterThan(0);
  });

  it('is a separate database for each caller', async () => {
    const before = await tables(other.url);
    await withClient(database.url, (client) => client.query('CREATE TABLE only_here ()'));
    expect(await tables(other.url)).toBe(before);
  });

  it('no longer exists after drop, even with open connections', async () => {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    const lost = new Promise((resolve) => client.on('end', () => resolve(true)));
    await client.connect();
    await database.drop();
    expect(await lost).toBe(true);
    await expect(tables(database.url)).rejects.toThrow('does not exist');
  });
});
