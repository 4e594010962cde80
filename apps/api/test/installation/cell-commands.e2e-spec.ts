import { createCell, listCells } from '@billhook/installation/cells/create-cell';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { parseEnv } from '@billhook/platform/load-env';
import { grantTables } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { Pooler } from '@billhook/testing/pooler';
import { withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { confirmChains, reopenUpgrade } from '../../src/installation/admin/confirm-chains.command.js';
import { openDoctor } from '../../src/installation/admin/doctor/doctor-connections.js';
import { runDoctor } from '../../src/installation/admin/doctor/doctor.command.js';
import { runAdmin } from '../../src/installation/admin/run-admin.js';
import { sealedWith } from '../../src/installation/admin/sealed-with.command.js';
import { verifyBooks } from '../../src/installation/admin/verify-books.command.js';
import { TestApi } from '../support/api.js';
import { linkChains } from '../support/document-chains.js';
import { authorize, registerApplication } from '../support/oauth.js';
import { Records } from '../support/records.js';
import { runProgram } from '../support/run-program.js';
import { startWorld } from '../support/start.js';
import { Statements } from '../support/statements.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

const SECRET = 'a secret of two cells for the tests only';
const { api, world } = await startWorld({ APP_SECRETS: SECRET });

withOneCell(describe)('With companies in two cells', () => {
  let members: SeededMember[];
  let keys: KeyCaller[];

  beforeAll(async () => {
    await world.key();
    await createCell(api.databaseUrl);
    members = [await world.member(await world.company()), await world.member(await world.company())];
    keys = await Promise.all(members.map((member) => world.key({ member })));
    // An entry of the global side.
    for (const member of members) await world.signIn(member);
    expect(keys.map(({ companyId }) => companyId > 2 ** 40).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      false,
      true,
    ]);
    for (const key of keys) {
      await new Records(key).sent();
      // An entry of the cell.
      const body = { url: 'https://example.com/hooks', eventTypes: ['invoice.paid'] };
      expect((await key.call('POST', '/v1/webhook-endpoints', { body })).status).toBe(201);
    }
    await linkChains(api);
  });

  const sql = (text: string) => withClient(api.databaseUrl, (client) => client.query(text));

  const variables = { DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
  const verify = (...args: string[]) => runProgram('apps/api/src/audit-verify.ts', variables, ...args);

  it('audit-verify verifies both logs of each company, and the documents of each cell', async () => {
    const [code, lines] = await verify();
    expect([code, lines.filter((line) => line.startsWith('BROKEN'))]).toEqual([0, []]);
    for (const { companyId } of keys)
      expect(
        lines
          .filter((line) => line.includes(`company ${companyId} (`))
          .map((line) => line.replace(/\(.*?\)(.*?):.*$/, '$1')),
      ).toEqual([
        `OK      company ${companyId} `,
        `OK      company ${companyId}  about members, keys and applications`,
        `OK      documents of company ${companyId} `,
      ]);
  });

  it('the audit log of a company has the entries of both sides, in its list and in its export', async () => {
    const member = members.find(({ companyId }) => companyId > 2 ** 40);
    if (!member) throw new Error('unreachable: the second company is in the second cell');
    const session = await world.session(member);
    const both = ['session.started', 'webhook_endpoint.created'];
    for (const path of ['/app/audit-log?limit=100', '/app/audit-log/export?format=json']) {
      const { status, body } = await session.call<{ data: { action: string }[] }>('GET', path);
      const actions = new Set(body.data.map(({ action }) => action));
      expect([path, status, both.filter((action) => !actions.has(action))]).toEqual([path, 200, []]);
    }
    const ofSide = async (schema: string): Promise<string[]> => {
      const text = `SELECT DISTINCT action FROM ${schema}.audit_log WHERE company_id = ${member.companyId}`;
      return (await sql(text)).rows.map(({ action }: { action: string }) => action);
    };
    expect(await ofSide('public')).not.toContain(both[1]);
    expect(await ofSide('cell_2')).not.toContain(both[0]);
  });

  it('audit-verify names an entry that was changed on either side', async () => {
    for (const schema of ['public', 'cell_1', 'cell_2']) {
      const change = (text: string) =>
        sql(`SET session_replication_role = replica; UPDATE ${schema}.audit_log SET action = ${text}`);
      await change(`action || '.changed'`);
      const [code, lines] = await verify();
      expect([schema, code, lines.some((line) => line.startsWith('BROKEN'))]).toEqual([schema, 1, true]);
      await change(`replace(action, '.changed', '')`);
    }
    expect((await verify())[0]).toBe(0);
  });

  it('audit-verify names the cell of a time of the upgrade', async () => {
    await reopenUpgrade.run(api.app, []);
    await sql(`UPDATE cell_2.document_chain_upgrade SET ends_at = ends_at + interval '30 days'`);
    const [code, lines] = await verify();
    expect([code, lines.filter((line) => line.includes('time of the upgrade'))]).toEqual([
      1,
      [
        expect.stringMatching(/^OK {6}the time of the upgrade in cell 1, /),
        expect.stringMatching(/^BROKEN {2}the time of the upgrade in cell 2, .*: it does not match its HMAC$/),
      ],
    ]);
    for (const schema of ['cell_1', 'cell_2']) await sql(`DELETE FROM ${schema}.document_chain_upgrade`);
    expect((await verify())[0]).toBe(0);
  });

  it('verify-books checks each cell', async () => {
    expect(await verifyBooks.run(api.app, [])).not.toContain('BROKEN');
    await sql('SET session_replication_role = replica; UPDATE cell_2.number_series_periods SET next = next + 1');
    expect(await verifyBooks.run(api.app, []).catch(String)).toContain('BROKEN');
    await sql('SET session_replication_role = replica; UPDATE cell_2.number_series_periods SET next = next - 1');
  });

  it('sealed-with counts over all cells, and confirm-chains confirms those of each', async () => {
    const [version] = api.app.get(AppSecrets).versions;
    const counts = await sealedWith.run(api.app, []);
    expect(counts).toMatch(/heads of document chains: 2\b/);
    expect(counts).toMatch(/signing secrets of webhooks: 2\b/);
    expect(await confirmChains.run(api.app, [])).toBe(`The first secret (${version}) confirms 2 chains.\n`);
  });

  it('the schema step waits for the PDFs of each cell', async () => {
    const step = () => runProgram('apps/api/src/migrate.ts', variables);
    await sql('UPDATE cell_2.document_files SET renderer = renderer - 1 WHERE bytes IS NULL');
    const [code, lines] = await step();
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^1 issued document waits for the PDF/)]);
    await sql('UPDATE cell_2.document_files SET renderer = renderer + 1 WHERE bytes IS NULL');
    expect(await step()).toEqual([0, ['The schema is up to date.']]);
  });

  interface Found {
    readonly check: string;
    readonly level: string;
    readonly text: string;
    readonly advice?: string;
  }
  async function check(url = api.databaseUrl): Promise<Found | undefined> {
    const { env } = parseEnv({ DATABASE_URL: url, APP_SECRETS: SECRET, PUBLIC_URL: api.url });
    if (!env) throw new Error('the settings are wrong');
    const { output } = await runDoctor(env, ['--json']);
    const { findings } = JSON.parse(output) as { findings: Found[] };
    return findings.find(({ check: name }) => name === 'cells');
  }

  it('the installation check finds a role that may not use a cell, and its commands repair it', async () => {
    await sql(`DO $$ BEGIN CREATE ROLE cells_guest LOGIN PASSWORD 'guest';
      EXCEPTION WHEN duplicate_object THEN NULL; END $$; ${grantTables('SELECT', 'cells_guest')};
      REVOKE USAGE ON SCHEMA cell_2 FROM PUBLIC`);
    const url = new URL(api.databaseUrl);
    [url.username, url.password] = ['cells_guest', 'guest'];
    for (const wanted of ['GRANT USAGE ON SCHEMA "cell_2"', 'GRANT SELECT, INSERT, UPDATE, DELETE', 'GRANT EXECUTE']) {
      const found = await check(url.href);
      expect(found).toMatchObject({ level: 'problem', advice: expect.stringContaining(wanted) });
      await sql(found?.advice?.match(/GRANT[^;]+(; GRANT[^;]+)?/)?.[0] ?? '');
    }
    expect(await check(url.href)).toMatchObject({ level: 'ok' });
  });

  it('the installation check finds what an application has set in each cell, by the name in its consent', async () => {
    const owner = members.find(({ companyId }) => companyId > 2 ** 40);
    if (!owner) throw new Error('unreachable: the second company is in the second cell');
    const session = await world.session(owner);
    await authorize(api, session, await registerApplication(session, { name: 'Sync' }));
    await sql(`UPDATE oauth_applications SET name = 'Renamed' WHERE name = 'Sync'`);
    const endpoint = `SELECT company_id, now(), ${owner.id}, 'application Sync', 'app', 'webhook_endpoint.updated', id, '{"changed": {"url": {}}}'
      FROM cell_2.webhook_endpoints`;
    await sql(
      `INSERT INTO cell_2.audit_log (company_id, at, member_id, actor, actor_kind, action, target, details) ${endpoint}`,
    );
    expect(await check()).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(
        /^Cell 2 \(.*\): endpoint \d+ \(url by application Sync\): set by applications that do not own/,
      ),
      advice: expect.stringContaining('bind-application-changes'),
    });
    await sql(`SET session_replication_role = replica; DELETE FROM cell_2.audit_log WHERE actor = 'application Sync'`);
    expect(await check()).toMatchObject({ level: 'ok' });
  });

  it('the installation check says of a slow cell that it has not checked it', async () => {
    const doctor = await openDoctor(api.databaseUrl, 'cell_2');
    expect((await doctor.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '10s' }]);
    await doctor.end();
    const found = await withClient(api.databaseUrl, async (holder) => {
      await holder.query('BEGIN; LOCK TABLE cell_2.document_chain_heads');
      const checking = check();
      const pid = await eventually('a statement of the check waits', async () => {
        const { rows } = await sql(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'billhook-doctor' AND wait_event_type = 'Lock'`,
        );
        return (rows as { pid: number }[])[0]?.pid;
      });
      // As its limit of 10 s does it.
      await sql(`SELECT pg_cancel_backend(${pid})`);
      return checking;
    });
    expect(found).toEqual({
      ...{ check: 'cells', level: 'skipped' },
      text: expect.stringMatching(/^Cell 2 \(.*\): Not checked: PostgreSQL took longer than 10 s\.$/),
    });
  });

  it('the installation check looks into each cell', async () => {
    expect(await check()).toMatchObject({ level: 'ok', text: expect.stringContaining('All 2 cells respond') });
    await sql('ALTER SCHEMA cell_2 RENAME TO cell_3');
    expect(await check()).toMatchObject({ level: 'problem' });
    await sql('ALTER SCHEMA cell_3 RENAME TO cell_2');
    await sql(
      `SET session_replication_role = replica; UPDATE cell_2.document_chain_heads SET secret_version = 'other'`,
    );
    expect(await check()).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/^Cell 2 \(.*\): APP_SECRETS lacks the secret other/),
    });
  });
});

withOneCell(describe)('The commands about cells', () => {
  // A command closes its application, which other tests use.
  const open = async (): Promise<TestApi['app']> =>
    Object.create(api.app, { close: { value: () => Promise.resolve() } }) as TestApi['app'];
  const run = async (line: string): Promise<string> => runAdmin(open, line.split(' '));

  it('create, list, drain, open and remove a cell', async () => {
    expect(await run('cells create')).toMatch(/^Created cell 3, in the schema cell_3\. /);
    const listed = async () => (await run('cells list')).trimEnd().split('\n');
    expect((await listed())[0]).toMatch(/^Cell 1: \S+, schema cell_1, open, \d+ companies$/);
    for (const [line, says, state] of [
      ['cells drain 3', 'Cell 3 no longer gets new companies.\n', 'draining'],
      ['cells open 3', 'Cell 3 gets new companies.\n', 'open'],
      ['cells cancel-move 3', 'Cell 3 has no unfinished move.\n', 'open'],
      ['cells forget 3', 'There is no former copy.\n', 'open'],
      ['cells drain 3', 'Cell 3 no longer gets new companies.\n', 'draining'],
    ] as const) {
      expect([line, await run(line)]).toEqual([line, says]);
      expect((await listed())[2]).toMatch(new RegExp(String.raw`^Cell 3: \S+, schema cell_3, ${state}, 0 companies$`));
    }
    expect(await run('cells remove 3')).toBe('Deleted cell 3.\n');
    expect(await listed()).toHaveLength(2);
  });

  it('create no cell through a pooler, which need not keep their locks, and list the cells', async () => {
    const pooler = await Pooler.before(api.databaseUrl, 'drops');
    try {
      await expect(createCell(pooler.url)).rejects.toThrow(
        /leads to a pooler, which does not keep sessions\. Run the command with a DATABASE_URL that leads to PostgreSQL itself: /,
      );
      expect((await listCells(pooler.url)).map(({ number }) => number)).toEqual([1, 2]);
    } finally {
      await pooler.close();
    }
  });

  it('name DATABASE_URL if its server does not respond', async () => {
    await expect(createCell('postgresql://127.0.0.1:1/billhook')).rejects.toThrow(
      'PostgreSQL at 127.0.0.1:1/billhook cannot be used: PostgreSQL does not respond at 127.0.0.1:1 (ECONNREFUSED). Check that PostgreSQL runs there, and correct the host and the port in DATABASE_URL.',
    );
  });

  it.each([
    ['cells', /^Commands:\n/],
    ['cells grow', /^Commands:\n/],
    ['cells drain', /^Give the number of the cell first/],
    ['cells remove two', /^Give the number of the cell first/],
    ['cells move 1', /--to/],
    ['cells move 1 --to db2', /--to/],
    ['cells create --at postgresql://db2/billhook', /--at/],
    ['cells open 9', /^There is no cell 9\. /],
  ])('reject "%s"', async (line, says) => {
    await expect(run(line)).rejects.toThrow(says);
    expect((await listCells(api.databaseUrl)).map(({ number }) => number)).toEqual([1, 2]);
  });
});

withOneCell(describe)('A move that was interrupted between two servers', () => {
  it('leaves requests with 503 until the cell has an address, for which they look together', async () => {
    const statements = await Statements.between(api.databaseUrl);
    const key = await world.key();
    const cell = key.companyId > 2 ** 40 ? 2 : 1;
    const sql = (text: string) => withClient(api.databaseUrl, (client) => client.query(text));
    const other = await TestApi.on(statements.databaseUrl, { APP_SECRETS: SECRET });
    const headers = { authorization: `Bearer ${key.secret}` };
    const read = () => other.call('GET', '/v1/clients', { headers });
    expect((await read()).status).toBe(200);
    const names = await statements.during(async () => {
      await sql(`ALTER SCHEMA cell_${cell} RENAME TO cell_away`);
      await sql(`INSERT INTO cell_moves VALUES (${cell}, NULL, NULL, 'cell_away', 'cell_away', now())`);
      for (const refused of await Promise.all(Array.from({ length: 8 }, read)))
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    });
    // Each of them waits for 5 s, with a look each 50 ms.
    const looks = names.filter((name) => name === 'cell_moves_read').length;
    expect(looks).toBeGreaterThan(2);
    expect(looks).toBeLessThan(200);
    await sql(`DELETE FROM cell_moves; ALTER SCHEMA cell_away RENAME TO cell_${cell}`);
    expect((await read()).status).toBe(200);
    await other.stop();
    await statements.stop();
  });
});
