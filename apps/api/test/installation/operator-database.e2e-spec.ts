import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@billhook/testing/free-port';
import { Pooler } from '@billhook/testing/pooler';
import { end, launchProgram, spawnProgram } from '@billhook/testing/program';
import { Receiver } from '@billhook/testing/receiver';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { EXPECTED_SETTINGS, OperatorDatabase, WRITTEN_TABLES } from '../support/operator-database.js';
import { World, type KeyCaller } from '../support/world.js';

let database: OperatorDatabase;
const receiver = new Receiver();

beforeAll(async () => {
  await receiver.start();
  database = await OperatorDatabase.create();
});
afterAll(async () => {
  await receiver.stop();
  await database.close();
});

const variables = (url: string, more: Record<string, string> = {}) => ({
  ...{ NODE_ENV: 'test', DATABASE_URL: url, APP_SECRETS: SECRET },
  ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', DATABASE_WAIT_SECONDS: '180' },
  // Only a signal or a job wakes the worker.
  WEBHOOK_SWEEP_MS: '600000',
  ...more,
});

/** Runs a program to its end. */
async function run(main: string, url: string): Promise<{ code: number | null; output: string }> {
  const child = launchProgram(main, variables(url));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

const migrateAs = (role: string) => run('apps/api/src/migrate.ts', database.urlOf(role));

describe('the schema step', () => {
  it('of a role that can create nothing fails before it writes, and names what to grant', async () => {
    const { code, output } = await migrateAs(database.role);
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('needs a permission that the role'),
    });
    expect(output).toContain(`GRANT USAGE, CREATE ON SCHEMA public TO "${database.role}"`);
  });

  it('of a role without CREATE on the database does so as well', async () => {
    const { code, output } = await migrateAs(database.schemaRole);
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`GRANT CREATE ON DATABASE "\\w+" TO "${database.schemaRole}"`));
    expect(output).not.toContain(' at ');
  });

  it('continues after the grant, with its own settings', async () => {
    await database.administer(
      `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO ${database.schemaRole}', current_database()); END $$`,
    );
    const { code, output } = await migrateAs(database.schemaRole);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('The schema is up to date') });
  });
});

describe('API and worker of a role that owns nothing', () => {
  let key: KeyCaller;

  it('do not start before it may use the queue, and name what to grant', async () => {
    await database.administer(`GRANT SELECT ON migrations TO ${database.role}`);
    const { code, output } = await run('apps/worker/src/main.ts', database.urlOf(database.role));
    expect(code).toBe(1);
    expect(output).toContain('GRANT USAGE ON SCHEMA bullmq');
  });

  it('get a company', async () => {
    await database.grantUse();
    const setUp = await TestApi.on(database.urlOf(database.role));
    key = await new World(setUp).key();
    await setUp.stop();
    await database.watchSettings();
  });

  describe.each([
    ['connected to PostgreSQL', undefined],
    ['behind a pooler that drops start-up options', 'drops'],
    ['behind a pooler that rejects start-up options', 'rejects'],
  ] as const)('%s', (_, mode) => {
    let pooler: Pooler | undefined;
    let url: string;
    const programs: ChildProcess[] = [];

    beforeAll(async () => {
      url = database.urlOf(database.role);
      if (mode) pooler = await Pooler.before(url, mode);
      url = pooler?.url ?? url;
    });
    afterAll(async () => {
      for (const program of programs) await end(program, 'SIGTERM');
      await pooler?.close();
    });

    it('deliver a signed message, and each statement of the path has its settings', async () => {
      const port = await freePort();
      programs.push(
        await spawnProgram('apps/api/src/main.ts', 'listening on', variables(url, { PORT: String(port) })),
        await spawnProgram('apps/worker/src/main.ts', '"ready;', variables(url)),
      );
      const post = async <T>(path: string, body: object): Promise<T> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key.secret}` },
          body: JSON.stringify(body),
        });
        expect(response.status).toBe(201);
        return (await response.json()) as T;
      };
      const path = `/${mode ?? 'direct'}`;
      const endpoint = { url: receiver.url + path, eventTypes: ['client.created'] };
      const { secret } = await post<{ secret: string }>('/v1/webhook-endpoints', endpoint);
      const created = await post<{ id: number }>('/v1/clients', clientBody);
      const [message] = await receiver.waitFor(path, 1);
      expect(
        new Webhook(secret).verify(message?.body.toString() ?? '', message?.headers as Record<string, string>),
      ).toMatchObject({ type: 'client.created', data: { id: created.id } });

      // The worker stores the result when it stops, at the latest.
      for (const program of programs.splice(0)) expect(await end(program, 'SIGTERM')).toBe(0);
      const { settings, tables } = await database.seenSettings();
      expect(settings).toEqual([EXPECTED_SETTINGS]);
      expect(tables).toEqual(WRITTEN_TABLES);
    });
  });

  it('store attempts in the table of their day', async () => {
    const rows = await withClient(database.administratorUrl, async (client) => {
      // On a busy machine, a message is sent more than once.
      const text = `SELECT count(*) >= 3 AS stored, bool_or(tableoid = 'webhook_attempts_default'::regclass) AS fallen
        FROM webhook_attempts`;
      return (await client.query<{ stored: boolean; fallen: boolean }>(text)).rows;
    });
    expect(rows).toEqual([{ stored: true, fallen: false }]);
  });
});
