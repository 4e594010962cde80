import { SharedConnections } from '@billhook/db/shared-connections';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../src/patience.js';
import { createTestDatabase, type TestDatabase } from '../src/test-database.js';
import { withClient } from '../src/test-server.js';

let database: TestDatabase;
let shared: SharedConnections;

beforeAll(async () => {
  database = await createTestDatabase();
  shared = new SharedConnections({ url: database.url, size: 2, applicationName: 'shared-spec' });
});
afterAll(async () => {
  await shared.close();
  await database.drop();
});

const echo = (value: number) =>
  shared.query<{ value: number }>({ name: 'echo', text: 'SELECT $1::int AS value', values: [value] });

describe('SharedConnections', () => {
  it('returns the correct result to each of 500 concurrent reads', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => echo(n)));
    expect(answers.map(([row]) => row?.value)).toEqual(Array.from({ length: 500 }, (_, n) => n));
  });

  it('fails only the invalid read', async () => {
    const wrong = shared.query({ name: 'wrong', text: 'SELECT 1 / $1::int', values: [0] });
    const answers = await Promise.all([
      echo(1),
      echo(2),
      wrong.catch((error: Error) => error.message),
      echo(3),
      echo(4),
    ]);
    expect(answers).toEqual([[{ value: 1 }], [{ value: 2 }], 'division by zero', [{ value: 3 }], [{ value: 4 }]]);
  });

  it('opens new connections after the server has ended them', async () => {
    await Promise.all([echo(1), echo(2)]);
    const ended = await withClient(database.url, (client) =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shared-spec'`),
    );
    expect(ended.rowCount).toBe(2);
    // Reads may fail until the disconnections are noticed; then every read works again.
    const answers = await eventually('reads work again', () => Promise.all([echo(5), echo(6)]).catch(() => undefined));
    expect(answers).toEqual([[{ value: 5 }], [{ value: 6 }]]);
  });
});
