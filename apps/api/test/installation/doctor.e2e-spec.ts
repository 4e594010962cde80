import { randomBytes } from 'node:crypto';
import { parseEnv } from '@billhook/platform/load-env';
import { freePort } from '@billhook/testing/free-port';
import { MailServer } from '@billhook/testing/mail-server';
import { CELL_SCHEMAS, grantTables } from '@billhook/testing/own-tables';
import { Pooler } from '@billhook/testing/pooler';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDoctor } from '../../src/installation/admin/doctor/doctor.command.js';
import { startFront, startTlsFront } from '../support/doctor-front.js';
import { startApi } from '../support/start.js';
import { World } from '../support/world.js';

interface Found {
  readonly check: string;
  readonly level: string;
  readonly text: string;
  readonly advice?: string;
}

/** Random, because the check looks at it. */
const SECRET = randomBytes(48).toString('base64');

const api = await startApi({ APP_SECRETS: SECRET });
let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await new MailServer({ password: 'right' }).start();
  await new World(api).key();
  await api.database.query({
    name: '',
    text: `INSERT INTO webhook_workers (started_at, beat_at, clock_ahead_ms) VALUES (now(), now() + interval '1 hour', 0)`,
  });
});
afterAll(() => mailServer.stop());

const mailUrl = (password: string): string => mailServer.url.replace('smtp://', `smtp://ada:${password}@`);

async function doctor(settings: Record<string, string> = {}) {
  const { env, errors } = parseEnv({
    ...{ DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, PUBLIC_URL: api.url },
    ...{ SMTP_URL: mailUrl('right'), MAIL_FROM: 'billing@bills.example' },
    ...settings,
  });
  if (!env) throw new Error(JSON.stringify(errors));
  const { output, exitCode } = await runDoctor(env, ['--json']);
  const { findings } = JSON.parse(output) as { findings: Found[] };
  return { exitCode, output, findings, found: Object.fromEntries(findings.map((each) => [each.check, each])) };
}

describe('npm run admin -- doctor', () => {
  it('rejects an unknown option', async () => {
    const { env } = parseEnv({ DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET });
    if (!env) throw new Error('the settings are wrong');
    await expect(runDoctor(env, ['--yaml'])).rejects.toThrow('--yaml');
  });

  it.each<[string, string, string, () => Promise<Record<string, string>>]>([
    ['queue', 'problem', 'a Redis that is away', async () => ({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })],
    ['email', 'warning', 'no mail server', async () => ({ SMTP_URL: '', MAIL_FROM: '' })],
    ['email', 'problem', 'a wrong password', async () => ({ SMTP_URL: mailUrl('wrong') })],
    ['public URL', 'problem', 'no server', async () => ({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}` })],
    ['public URL', 'problem', 'a redirect', async () => ({ PUBLIC_URL: await startFront('redirect') })],
    ['public URL', 'problem', 'another page', async () => ({ PUBLIC_URL: await startFront('page') })],
    ['public URL', 'warning', 'HTTP in production', async () => ({ NODE_ENV: 'production' })],
    ['proxy', 'problem', 'a removed header', async () => ({ PUBLIC_URL: await startFront('no credential') })],
    ['certificate', 'problem', 'no TLS', async () => ({ PUBLIC_URL: api.url.replace('http:', 'https:') })],
    ['certificate', 'problem', 'no server', async () => ({ PUBLIC_URL: `https://127.0.0.1:${await freePort()}` })],
    [
      'secrets',
      'problem',
      'a weak secret',
      async () => ({ APP_SECRETS: 'first-secret-of-the-operator-1' + '-and-more' }),
    ],
    [
      'secrets',
      'warning',
      'an old secret',
      async () => ({ APP_SECRETS: `${SECRET},${randomBytes(48).toString('hex')}` }),
    ],
    ['stored data', 'problem', 'another secret', async () => ({ APP_SECRETS: randomBytes(48).toString('base64') })],
    ['connections', 'warning', 'too many', async () => ({ DATABASE_POOL_SIZE: '500' })],
    ['egress', 'warning', 'HTTP in production', async () => ({ NODE_ENV: 'production', WEBHOOK_ALLOW_HTTP: 'true' })],
  ])('%s: %s: %s', async (check, level, _, settings) => {
    const { exitCode, findings, found } = await doctor(await settings());
    expect(found[check]).toMatchObject({ level, advice: expect.stringMatching(/\w/) });
    expect(exitCode === 1).toBe(findings.some((each) => each.level === 'problem'));
  });

  it('advises commands with the addresses of the settings, without passwords', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const settings = { REDIS_URL: `redis://ada:${'hunter22'}@${address}/2`, PUBLIC_URL: `http://${address}` };
    const { output, found } = await doctor(settings);
    expect(found['queue']?.advice).toContain(`redis-cli -u "redis://${address}/2" --user ada --askpass ping`);
    expect(found['public URL']?.advice).toContain(`curl -i "http://${address}/health/ready"`);
    expect(found['proxy']?.advice).toContain(`curl -i "http://${address}/v1/me"`);
    expect(output).not.toContain('hunter22');
  });

  it('finds what the database lacks', async () => {
    await withClient(api.databaseUrl, async (client) => {
      await client.query(
        'BEGIN; ALTER TABLE migrations RENAME TO elsewhere; UPDATE webhook_workers SET gone = true; COMMIT',
      );
      try {
        const { exitCode, found } = await doctor();
        expect(exitCode).toBe(1);
        expect(found['migrations']).toMatchObject({ level: 'problem', advice: expect.stringContaining('migrate.js') });
        expect(found['worker']).toMatchObject({ level: 'problem', text: 'No worker is running.' });
      } finally {
        await client.query(
          'BEGIN; ALTER TABLE elsewhere RENAME TO migrations; UPDATE webhook_workers SET gone = false; COMMIT',
        );
      }
    });
  });

  it('names a move of a cell that has not ended', async () => {
    expect((await doctor()).found['moves']).toMatchObject({ level: 'ok' });
    await withClient(api.databaseUrl, async (client) => {
      await client.query(
        `INSERT INTO cell_moves VALUES (1, NULL, 'postgresql://db2/b', 'cell_1_moved', '1', '2026-11-29T20:00:00Z')`,
      );
      const { found } = await doctor();
      await client.query('DELETE FROM cell_moves');
      expect(found['moves']).toMatchObject({
        level: 'warning',
        text: 'A move has not ended: cell 1 since 2026-11-29T20:00:00.000Z.',
        advice: expect.stringContaining('cells cancel-move 1'),
      });
    });
  });

  it('finds indexes that other rules of sorting have built, which its commands repair, and a PostgreSQL without such rules', async () => {
    const set = 'UPDATE pg_collation SET';
    const natural = `WHERE collname = 'natural_order'`;
    await withClient(api.databaseUrl, async (client) => {
      const { rows } = await client.query<{ version: string }>(
        `SELECT collversion AS version FROM pg_collation ${natural}`,
      );
      await client.query(`${set} collversion = '0' ${natural}`);
      const { found } = await doctor();
      expect(found['sorting']).toMatchObject({
        level: 'problem',
        text: expect.stringContaining(rows[0]?.version ?? 'a version'),
        advice: expect.stringContaining('REINDEX'),
      });
      // The indexes of each cell.
      for (const schema of CELL_SCHEMAS) expect(found['sorting']?.advice).toContain(` ${schema}.clients_name_order;`);
      for (const text of (found['sorting']?.advice ?? '').match(/(?:REINDEX|ALTER)[^;]+/g) ?? [])
        await client.query(text);
      expect((await doctor()).found['sorting']).toMatchObject({ level: 'ok' });
      await client.query(`DROP COLLATION IF EXISTS public.plain_order; CREATE COLLATION public.plain_order FROM "C"`);
      await client.query(`${set} collversion = $1, collname = 'kept_order' ${natural}`, [rows[0]?.version]);
      await client.query(`${set} collname = 'natural_order' WHERE collname = 'plain_order'`);
      try {
        const without = await doctor();
        expect(without.found['sorting']).toMatchObject({ level: 'warning', advice: expect.stringContaining('ICU') });
      } finally {
        await client.query(
          `DROP COLLATION natural_order; ${set} collname = 'natural_order' WHERE collname = 'kept_order'`,
        );
      }
    });
  });

  it('finds a role that may not use the tables, and its commands repair it', async () => {
    const asAdministrator = (text: string) => withClient(api.databaseUrl, (client) => client.query(text));
    await asAdministrator(`DO $$ BEGIN CREATE ROLE doctor_guest LOGIN PASSWORD 'guest';
      EXCEPTION WHEN duplicate_object THEN NULL; END $$; ${grantTables('SELECT', 'doctor_guest')};
      DROP SCHEMA IF EXISTS bullmq CASCADE; CREATE SCHEMA bullmq`);
    const url = new URL(api.databaseUrl);
    [url.username, url.password] = ['doctor_guest', 'guest'];
    const check = async () => (await doctor({ DATABASE_URL: url.href })).found['permissions'];
    for (const wanted of ['GRANT SELECT, INSERT, UPDATE, DELETE', 'GRANT EXECUTE', 'GRANT USAGE ON SCHEMA bullmq']) {
      const found = await check();
      expect(found).toMatchObject({ level: 'problem', advice: expect.stringContaining(wanted) });
      await asAdministrator(found?.advice?.match(/GRANT[^;]+(; GRANT[^;]+)?/)?.[0] ?? '');
    }
    expect(await check()).toMatchObject({ level: 'ok' });
  });

  it.each(['drops', 'rejects'] as const)('finds a pooler that %s start-up options', async (mode) => {
    const pooler = await Pooler.before(api.databaseUrl, mode);
    try {
      const { found } = await doctor({ DATABASE_URL: pooler.url });
      expect(found['settings']).toMatchObject({
        level: 'warning',
        text: expect.stringMatching(mode === 'drops' ? /dropped \(jit, .*TimeZone/ : /rejected \(unsupported/),
        advice: expect.stringContaining('docs/operations.md'),
      });
    } finally {
      await pooler.close();
    }
  });

  it('names the repair of a certificate only where there is one', async () => {
    const reachable = await doctor({ PUBLIC_URL: await startTlsFront() });
    expect(reachable.found['certificate']).toMatchObject({ level: 'problem', advice: expect.stringMatching(/^Renew/) });
    const away = await doctor({ PUBLIC_URL: `https://127.0.0.1:${await freePort()}` });
    expect(away.found['certificate']?.advice).toMatch(/^Start the proxy, .* curl -i "https:/);
  });

  it('says before the schema step what it lacks, and checks nothing in tables that do not exist', async () => {
    const empty = await createTestDatabase({ hasSchema: false });
    try {
      const { findings, found } = await doctor({ DATABASE_URL: empty.url });
      expect(found['migrations']).toMatchObject({ level: 'problem', advice: expect.stringContaining('migrate.js') });
      expect(found['permissions']).toMatchObject({
        level: 'ok',
        text: expect.stringContaining('may create the tables'),
      });
      expect(findings.filter(({ level }) => level === 'skipped').map(({ check }) => check)).toEqual([
        ...[
          'extensions',
          'sorting',
          'worker',
          'applications',
          'moves',
          'stored data',
          'document chains',
          'PDFs',
          'cells',
          'certificate',
          'egress',
        ],
      ]);
      expect(findings.filter(({ text }) => text.includes('relation'))).toEqual([]);
    } finally {
      await empty.drop();
    }
  });

  it('reports a database that is away, and checks what needs none', async () => {
    const url = new URL(api.databaseUrl);
    [url.port, url.password] = [String(await freePort()), 'hunter22'];
    const { exitCode, output, findings } = await doctor({ DATABASE_URL: url.href });
    expect(exitCode).toBe(1);
    const shown = url.href.replace(':hunter22', '');
    expect(findings[0]).toMatchObject({
      check: 'database',
      level: 'problem',
      advice: expect.stringContaining(`psql "${shown}"`),
    });
    expect(findings.map(({ check }) => check)).toEqual([
      ...['database', 'secrets', 'queue', 'email', 'public URL', 'proxy', 'certificate', 'disk'],
    ]);
    expect(output).not.toContain('hunter22');
  });

  it('finds nothing else wrong with a sound installation, in text and as JSON', async () => {
    const { exitCode, findings, found } = await doctor();
    // The PostgreSQL of the specs runs without fsync, which is a problem anywhere else.
    expect(findings.filter(({ level }) => level !== 'ok').map(({ check, level }) => [check, level])).toEqual([
      ['durability', 'problem'],
      ['certificate', 'skipped'],
    ]);
    expect(found['stored data']?.text).toBe('APP_SECRETS has the secret of every stored value (1 checked).');
    expect(exitCode).toBe(1);
    const { env } = parseEnv({ DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, PUBLIC_URL: api.url });
    if (!env) throw new Error('the settings are wrong');
    const { output } = await runDoctor(env, []);
    expect(output).toMatch(/^ok {7}database {9}PostgreSQL \d+/);
    expect(output).toContain('warning  email            Emails are kept and not sent.\n');
    expect(output).toMatch(/\n1 problem\.\n$/);
    expect(output).not.toContain(SECRET);
  });
});
