import { createDataSource } from '@billhook/db/data-source';
import { UnusableDatabaseError } from '@billhook/db/database-problem.rules';
import { migrate } from '@billhook/db/migrate';
import type { MigrationProgress } from '@billhook/db/migrations/steps';
import { onConnection } from '@billhook/db/on-connection';
import { KNOWN_MIGRATIONS } from '@billhook/db/schema-state';
import { guardSchema } from '@billhook/installation/cells/schema-guard';
import { requireFittingSecrets } from '@billhook/installation/fitting-secrets';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MigrationExecutor, Migration, type MigrationInterface, type QueryRunner } from 'typeorm';
import { SECRET, TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { World } from '../support/world.js';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function database(hasSchema = true): Promise<string> {
  const { url, drop } = await createTestDatabase({ hasSchema });
  closing.push(drop);
  return url;
}

/** A database without tables. */
const emptyDatabase = (): Promise<string> => database(false);

/** Runs a migration of a later release, as its schema step does. */
async function migrateFurther(url: string, name: string, up: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const source = await createDataSource({ url, poolSize: 1, schema: 'public' }, []).initialize();
  const runner = source.createQueryRunner();
  try {
    const instance: MigrationInterface = { name, up: async () => void (await up(runner)), down: async () => undefined };
    const migration = new Migration(undefined, Number(name.slice(-13)), name, instance);
    await new MigrationExecutor(source, runner).executeMigration(migration);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Forgets the last migration, which is what the schema of the previous release looks like to this one. */
const withoutLast = (url: string): Promise<unknown> =>
  withClient(url, (client) => client.query('DELETE FROM migrations WHERE name = $1', [KNOWN_MIGRATIONS.at(-1)]));

const start = async (main: string, ready: string, url: string, secrets = SECRET) =>
  spawnProgram(main, ready, {
    NODE_ENV: 'test',
    DATABASE_URL: url,
    APP_SECRETS: secrets,
    PORT: String(await freePort()),
  });
const PROGRAMS = [
  ['the API', 'apps/api/src/main.ts', 'listening on'],
  ['the worker', 'apps/worker/src/main.ts', 'ready; the queue uses'],
] as const;

describe('a program whose schema does not fit', () => {
  it.each(PROGRAMS)('%s does not start on an older one, and names the command', async (_, main, ready) => {
    const url = await database();
    await withoutLast(url);
    await expect(start(main, ready, url)).rejects.toThrow(
      /exit code 3.*1 migration is missing.*billhook-server migrate/s,
    );
  });

  it('the API does not start on one from which its columns were removed', async () => {
    const [[, main, ready]] = PROGRAMS;
    const url = await database();
    await migrateFurther(url, 'ContractFrom9000DropCredit1700000009001', async () => undefined);
    await expect(start(main, ready, url)).rejects.toThrow(
      /exit code 3.*newer than this version of Billhook supports: migration 9001.*or a later one/s,
    );
  });

  it('503 of /health/ready while it runs, if it changes below the process', async () => {
    const api = await TestApi.start();
    closing.push(() => api.stop());
    expect((await api.call('GET', '/health/ready')).status).toBe(200);
    await migrateFurther(api.databaseUrl, 'ContractFrom9000DropCredit1700000009001', async () => undefined);
    const answer = await api.call('GET', '/health/ready');
    expect([answer.status, answer.body['code']]).toEqual([503, 'not_ready']);
    expect(answer.text).toContain('migration 9001 ContractFrom9000DropCredit removed what it uses');
    expect((await api.call('GET', '/health/live')).status).toBe(200);
  });
});

describe('a program with the APP_SECRETS of another installation', () => {
  const OTHER = 'the-secret-of-another-installation-which-is-long';
  const MIGRATE = ['the schema step', 'apps/api/src/migrate.ts', 'The schema is up to date'] as const;
  const [version = '', other = ''] = new AppSecrets([SECRET, OTHER]).versions;
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    closing.push(() => api.stop());
    await new World(api).key();
  });

  const check = (secrets: readonly string[], isChecked = true) =>
    onConnection(api.databaseUrl, (db) =>
      requireFittingSecrets(db, { APP_SECRETS: [...secrets], APP_SECRETS_CHECK: isChecked }),
    );

  it.each([...PROGRAMS, MIGRATE])('%s does not start, and names the secrets', async (_, main, ready) => {
    const started = start(main, ready, api.databaseUrl, OTHER);
    await expect(started).rejects.toThrow(
      `No secret of APP_SECRETS (${other}) fits the data of this database: its API keys need the secret ${version}.`,
    );
    await expect(started).rejects.toThrow(/exit code 1.*Set APP_SECRETS to the secrets of this installation/s);
  });

  it('starts during and after a rotation, and on a database without data', async () => {
    for (const secrets of [[SECRET], [SECRET, OTHER], [OTHER, SECRET]]) await check(secrets);
    await onConnection(await database(), (db) =>
      requireFittingSecrets(db, { APP_SECRETS: [OTHER], APP_SECRETS_CHECK: true }),
    );
    await onConnection(await emptyDatabase(), (db) =>
      requireFittingSecrets(db, { APP_SECRETS: [OTHER], APP_SECRETS_CHECK: true }),
    );
  });

  it('starts where the first cell has moved to another server, and left types with the names of its tables', async () => {
    const url = await database();
    await withClient(url, (client) =>
      client.query(`ALTER SCHEMA cell_1 RENAME TO cell_away; ${guardSchema('cell_1')}`),
    );
    await onConnection(url, (db) => requireFittingSecrets(db, { APP_SECRETS: [OTHER], APP_SECRETS_CHECK: true }));
  });

  it('starts without its secrets if the operator has lost them, and needs no exception once new data is stored', async () => {
    await expect(check([OTHER])).rejects.toThrow(UnusableDatabaseError);
    await check([OTHER], false);
    const next = await TestApi.beside(api, { APP_SECRETS: OTHER });
    await new World(next).key();
    await next.stop();
    await check([OTHER]);
  });
});

describe('the schema of a later release that only adds', () => {
  it('is served by this one: it starts, reads and writes', async () => {
    const url = await database();
    await migrateFurther(url, 'Reminders1700000009000', (runner) =>
      runner.query(`
        CREATE TABLE reminders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, invoice_id bigint REFERENCES invoices);
        ALTER TABLE invoices ADD COLUMN reminded_at timestamptz, ADD COLUMN reminders integer NOT NULL DEFAULT 0;
        ALTER TABLE clients ADD COLUMN reminder_days integer;
        CREATE INDEX invoices_reminded ON invoices (company_id, reminded_at)`),
    );
    const [worker, api] = await Promise.all([
      start('apps/worker/src/main.ts', 'ready; the queue uses', url),
      TestApi.on(url),
    ]);
    closing.push(
      () => api.stop(),
      () => end(worker, 'SIGTERM'),
    );
    expect((await api.call('GET', '/health/ready')).status).toBe(200);
    const records = new Records(await new World(api).key());
    const invoice = await records.sent();
    const note = await records.credit(invoice);
    expect((await records.invoice(invoice.id)).status).toBe('Paid');
    expect(note.number).not.toBeNull();
    await eventually('the worker numbers the events', async () => {
      const [row] = await api.database.query<{ left: number }>({
        name: 'test_unnumbered',
        text: 'SELECT count(*) AS left FROM events WHERE sequence IS NULL',
      });
      return row?.left === 0 ? true : undefined;
    });
  });
});

describe('migrate', () => {
  it('runs once when two processes start it: the second one waits, and then has nothing to do', async () => {
    const url = await emptyDatabase();
    const reports: MigrationProgress[][] = [[], []];
    await withClient(url, async (holder) => {
      // The lock of the schema step, held until both wait for it.
      await holder.query('SELECT pg_advisory_lock(7301945)');
      const runs = reports.map((report) => migrate(url, (progress) => report.push(progress)));
      await eventually('both wait', () => (reports.every(([first]) => first?.kind === 'waiting') ? true : undefined));
      await holder.query('SELECT pg_advisory_unlock(7301945)');
      expect((await Promise.all(runs)).toSorted((a, b) => a - b)).toEqual([0, KNOWN_MIGRATIONS.length]);
    });
    const [idle = [], busy = []] = reports.toSorted((a, b) => a.length - b.length);
    expect(idle).toEqual([{ kind: 'waiting' }]);
    expect(busy.filter(({ kind }) => kind === 'done')).toHaveLength(KNOWN_MIGRATIONS.length);
    expect(busy.at(-1)).toMatchObject({
      kind: 'done',
      title: expect.stringMatching(/^\d{4} \w+$/),
      ms: expect.any(Number),
    });
    expect(await migrate(url)).toBe(0);
  });

  it('keeps the migrations before one that fails, and continues there', async () => {
    const url = await emptyDatabase();
    await withClient(url, (client) => client.query('CREATE SEQUENCE document_chain_upgrade'));
    const titles: string[] = [];
    const ran = migrate(url, (progress) => progress.kind === 'done' && titles.push(progress.title));
    await expect(ran).rejects.toThrow('already exists');
    expect(titles).toEqual(['0051 IndexesOfDeletions', '0052 ChangesOfApplications']);
    await withClient(url, (client) => client.query('DROP SEQUENCE document_chain_upgrade'));
    expect(await migrate(url)).toBe(KNOWN_MIGRATIONS.length - 2);
  });

  it('does not touch a schema that is newer than this version supports', async () => {
    const url = await database();
    await migrateFurther(url, 'ContractFrom9000DropCredit1700000009001', async () => undefined);
    await withoutLast(url);
    await expect(migrate(url)).rejects.toThrow('newer than this version of Billhook supports');
  });

  it('does not touch a schema from before the first release', async () => {
    const url = await database();
    await withClient(url, (client) => client.query('DELETE FROM migrations WHERE timestamp > 1700000000050'));
    await expect(migrate(url)).rejects.toThrow('Nothing was changed');
  });
});
