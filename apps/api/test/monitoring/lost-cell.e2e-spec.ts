import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, describeUrl } from '@billhook/db/database-problem.rules';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { migrate } from '@billhook/db/migrate';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { cancelMove } from '@billhook/installation/cells/cancel-move';
import { createCell } from '@billhook/installation/cells/create-cell';
import { MailOutbox } from '@billhook/mail/mail-outbox';
import { ENV, type Env } from '@billhook/platform/env';
import { eventually } from '@billhook/testing/patience';
import { end, launchProgram, whenRunning } from '@billhook/testing/program';
import { withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDoctor } from '../../src/installation/admin/doctor/doctor.command.js';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { MonitoredInstallation } from '../support/monitored-installation.js';
import { Records } from '../support/records.js';
import { runProgram } from '../support/run-program.js';
import { SilencedServer } from '../support/silenced-server.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

withOneCell(describe)('An installation whose second cell is on another server', () => {
  let installation: MonitoredInstallation;
  let dir: string;
  let server: EmbeddedPostgres;
  let way: SilencedServer;
  let [memberOfFirst, memberOfSecond]: SeededMember[] = [];
  let [first, second]: KeyCaller[] = [];

  // Not a throwaway server: it is killed, and has to keep its last commits.
  const startServer = () => startEmbeddedPostgres({ dir, database: 'billhook' });
  const sql = (text: string, values: unknown[] = []) =>
    withClient(installation.api.databaseUrl, async (client) => (await client.query(text, values)).rows as unknown[]);

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'billhook-cell-'));
    [installation, server] = await Promise.all([
      MonitoredInstallation.start({ WEBHOOK_RETRY_SCHEDULE: '0,3' }),
      startServer(),
    ]);
    await migrate(server.url);
    await createCell(server.url);
    const { databaseUrl } = installation.api;
    await createCell(databaseUrl);
    await sql('DROP SCHEMA cell_2 CASCADE');
    way = await SilencedServer.before(server.url);
    await sql('UPDATE public.cells SET url = $1 WHERE number = 2', [way.url]);
    const { world } = installation;
    memberOfSecond = await world.member(await world.company());
    memberOfFirst = await world.member(await world.company());
    [first, second] = [await world.key({ member: memberOfFirst }), await world.key({ member: memberOfSecond })];
    for (const [key, path] of [
      [first, '/first'],
      [second, '/second'],
    ] as const) {
      const body = { url: installation.receiver.url + path, eventTypes: ['client.created'] };
      expect((await key.call('POST', '/v1/webhook-endpoints', { body })).status).toBe(201);
    }
  });
  afterAll(async () => {
    await installation.stop();
    await way.close();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const createClient = (key: KeyCaller | undefined) => key?.call('POST', '/v1/clients', { body: clientBody });
  /** An email in the cell of a company. */
  const enqueue = ({ companyId }: KeyCaller) => {
    const { api } = installation;
    const { clock } = api;
    const mail = { companyId, resource: 'invoice' as const, recordId: 7, recipients: ['a@example.com'], replyTo: null };
    const text = {
      fromName: 'Nordlicht',
      subject: 'Invoice',
      text: 'Hello',
      html: '<p>Hello</p>',
      locale: 'en' as const,
    };
    const add = (tx: Tx) =>
      new MailOutbox(true, clock).enqueue(tx, { ...mail, ...text, attachmentName: null, createdBy: 'system' });
    return api.within(companyId, () => api.app.get(UnitOfWork).run(add));
  };
  const ready = async (api: TestApi) => (await api.call('GET', '/health/ready')).body;

  async function expectUnavailable(key: KeyCaller | undefined): Promise<void> {
    for (const answer of [await key?.call('GET', '/v1/clients'), await createClient(key)]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'not_ready' } });
      expect(answer?.headers.get('retry-after')).toBe('5');
    }
  }

  it('serves companies of both, also by a worker that started before', async () => {
    expect([first?.companyId, second?.companyId].map((id) => Number(id) > 2 ** 40)).toEqual([false, true]);
    for (const key of [first, second]) expect((await createClient(key))?.status).toBe(201);
    await installation.receiver.waitFor('/first', 1);
    await installation.receiver.waitFor('/second', 1);
    expect(await ready(installation.api)).toMatchObject({
      status: 'ok',
      checks: expect.arrayContaining([{ name: 'cells', status: 'ok', detail: 'All 2 cells responded.' }]),
    });
  });

  it('responds 503 for companies of a lost server, and serves the others', async () => {
    const { receiver, api, world, workerMetrics } = installation;
    receiver.answer('/second', (count) => ({ status: count === 2 ? 500 : 200 }));
    await createClient(second);
    await eventually('the attempt has failed', async () => {
      const { rows } = await withClient(server.url, (client) =>
        client.query(`SELECT FROM cell_2.webhook_deliveries WHERE attempt_count = 1 AND status = 'Waiting'`),
      );
      return rows.length > 0 || undefined;
    });
    const [pid] = readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await eventually('the server is lost', async () => !server.isRunning() || undefined);

    await eventually('a request is refused', async () =>
      (await second?.call('GET', '/v1/clients'))?.status === 503 ? true : undefined,
    );
    await expectUnavailable(second);
    const sent = receiver.at('/first').length;
    expect((await createClient(first))?.status).toBe(201);
    await receiver.waitFor('/first', sent + 1);
    await world.signIn(memberOfFirst as SeededMember);
    const browser = await world.session(memberOfFirst as SeededMember);
    expect((await browser.call('GET', '/app/sessions')).status).toBe(200);
    expect(await ready(api)).toMatchObject({
      status: 'warning',
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: 'cells',
          status: 'warning',
          detail: expect.stringContaining('Cell 2 does not'),
        }),
      ]),
    });
    const metrics = await (await fetch(workerMetrics)).text();
    expect(metrics).toMatch(/^billhook_deliveries_due\{cell="1"\} \d+$/m);
    expect(metrics).not.toMatch(/^billhook_deliveries_due\{cell="2"\}/m);
  });

  it('creates companies in the cell that responds', async () => {
    // More than the other one has.
    for (let count = 0; count < 2; count++) expect(await installation.world.company()).toBeLessThan(2 ** 40);
  });

  const launchWorker = (settings: Readonly<Record<string, string>> = {}) =>
    launchProgram('apps/worker/src/main.ts', {
      ...{ DATABASE_URL: installation.api.databaseUrl, APP_SECRETS: SECRET },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_SWEEP_MS: '200' },
      WEBHOOK_RETRY_SCHEDULE: '0,3',
      ...{ SMTP_URL: installation.mailServer.url, MAIL_FROM: 'Billhook <billing@bills.example>' },
      ...settings,
    });
  const running = (worker: ChildProcess) => whenRunning(worker, 'the worker', '"ready;');

  it('starts programs, which serve the other cell', async () => {
    const { api, receiver } = installation;
    await installation.stopWorker();
    const beside = await TestApi.beside(api);
    const worker = await running(launchWorker());
    try {
      const headers = (key: KeyCaller | undefined) => ({ authorization: `Bearer ${key?.secret}` });
      const post = (key: KeyCaller | undefined) =>
        beside.call('POST', '/v1/clients', { body: clientBody, headers: headers(key) });
      const sent = receiver.at('/first').length;
      expect((await post(first)).status).toBe(201);
      expect((await post(second)).status).toBe(503);
      await receiver.waitFor('/first', sent + 1);

      server = await startServer();
      await eventually('its companies are served again', async () => (await post(second)).status === 201 || undefined);
      // The third request is that of the message that failed before.
      const received = await eventually('all messages arrive', async () => {
        const ids = receiver.at('/second').map(({ headers: { 'webhook-id': id } }) => String(id));
        return ids.length >= 4 && ids.filter((id) => id === ids[1]).length >= 2 ? ids : undefined;
      });
      expect(new Set(received).size).toBe(received.length - 1);
      await expect(new Records(second as KeyCaller).client()).resolves.toMatchObject({ id: expect.any(Number) });
    } finally {
      await end(worker, 'SIGTERM');
      await beside.stop();
    }
  });

  it('delays nothing of the other cell while its server accepts connections and is silent', async () => {
    const { api, receiver, mailServer } = installation;
    way.silence();
    const worker = launchWorker({ DATABASE_WAIT_SECONDS: '60' });
    let output = '';
    let refused: Promise<unknown> | undefined;
    worker.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await running(worker);
      expect(output).not.toContain('could not create the tables of attempts');
      const sent = receiver.at('/first').length;
      expect((await createClient(first))?.status).toBe(201);
      await receiver.waitFor('/first', sent + 1);
      // After the first one, a round has begun.
      for (let mails = 1; mails <= 2; mails++) {
        await enqueue(first as KeyCaller);
        await eventually('the email arrives', async () => mailServer.received.length === mails || undefined);
      }
      // Statements of the silent cell still wait.
      expect(output).not.toContain('upkeep failed');

      let hasResponse = false;
      refused = second?.call('GET', '/v1/clients').finally(() => (hasResponse = true));
      const logo = await api.call('GET', `/logos/${'0'.repeat(64)}`);
      expect(logo).toMatchObject({ status: 503, body: { code: 'not_ready' } });
      expect(hasResponse).toBe(false);
    } finally {
      way.restore();
      await refused;
      await end(worker, 'SIGTERM');
    }
  });

  const variables = () => ({ DATABASE_URL: installation.api.databaseUrl, APP_SECRETS: SECRET });
  /** The exit code and the last line of commands that use all cells. */
  const commands = () =>
    Promise.all(
      [['migrate'], ['audit-verify'], ['backup', '--to', join(dir, 'backup')]].map(async ([name, ...args]) => {
        const [code, lines] = await runProgram(`apps/api/src/${name}.ts`, variables(), ...args);
        return [code, lines.at(-1)];
      }),
    );

  it('ends commands, which name its cell, while it accepts connections and is silent', async () => {
    way.silence();
    try {
      const at = describeUrl(way.url);
      const address = at.replace(/\/.*/, '');
      const says = `cannot be used: PostgreSQL does not respond at ${address} in time. Check that PostgreSQL runs there, and correct the host and the port in`;
      expect(await commands()).toEqual([
        ...Array.from({ length: 2 }, () => [1, `Cell 2 at ${at} ${says} the address of cell 2.`]),
        [1, `The server of cell 2 (${at}) ${says} its address.`],
      ]);
      const { databaseUrl } = installation.api;
      await sql(`INSERT INTO public.cell_moves VALUES (2, $1, NULL, 'cell_away', 'cell_away', now())`, [way.url]);
      const done = await cancelMove({ directoryUrl: databaseUrl, cell: 2, report: () => undefined });
      expect(done?.text).toBe(
        `Cell 2 stays at ${at}. Removed what the move had created, except at ${at}, which does not respond. When it does, run: cells cancel-move 2`,
      );
    } finally {
      await sql('DELETE FROM public.cell_moves');
      way.restore();
    }
  });

  it('is named by commands whose role may not read there, or whose database does not exist', async () => {
    await withClient(server.url, (client) =>
      client.query(`CREATE ROLE stranger LOGIN PASSWORD 'stranger'; GRANT USAGE ON SCHEMA cell_2 TO stranger`),
    );
    const setUrl = (url: string) => sql('UPDATE public.cells SET url = $1 WHERE number = 2', [url]);
    const url = new URL(way.url);
    [url.username, url.password] = ['stranger', 'stranger'];
    try {
      await setUrl(url.href);
      const lacks = [
        1,
        expect.stringMatching(
          /^Cell 2 at \S+ cannot be used: The role "stranger" lacks a permission: permission denied for table \w+\. As an administrator/,
        ),
      ];
      expect((await commands()).slice(0, 2)).toEqual([lacks, lacks]);
      url.pathname = '/missing';
      await setUrl(url.href);
      const says = `cannot be used: The database "missing" does not exist. Correct its address, or run as an administrator of PostgreSQL: ${createDatabase('missing', 'stranger')}`;
      expect((await commands()).at(-1)).toEqual([1, `The server of cell 2 (${describeUrl(url.href)}) ${says}`]);
    } finally {
      await setUrl(way.url);
    }
  });

  it('is not checked by the installation check if it is slow in several ways', async () => {
    // Each statement waits for less than its limit, and all of them for more than the limit of a cell.
    const tables = ['webhook_endpoints', 'document_chain_heads', 'document_files'];
    const holders = tables.map((table, n) =>
      withClient(server.url, (holder) =>
        holder.query(`BEGIN; LOCK TABLE cell_2.${table}; SELECT pg_sleep(${(n + 1) * 7})`),
      ),
    );
    await eventually('the tables are locked', async () => {
      const { rows } = await withClient(server.url, (client) =>
        client.query(
          `SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation::regclass::text = ANY ($1)`,
          [tables.map((table) => `cell_2.${table}`)],
        ),
      );
      return rows.length === tables.length || undefined;
    });
    const { output } = await runDoctor(installation.api.app.get<Env>(ENV), ['--json']);
    const { findings } = JSON.parse(output) as { findings: { check: string }[] };
    expect(findings.find(({ check }) => check === 'cells')).toEqual({
      ...{ check: 'cells', level: 'skipped' },
      text: expect.stringMatching(/^Cell 2 \(.*\): Not checked: no result within 15000 ms\.$/),
    });
    await Promise.all(holders);
  });
});
