import type { AuditEntryView, AuditRow } from '@billhook/contract/identity/audit';
import type { ListOf } from '@billhook/contract/shared/page';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { withCellOf } from '@billhook/testing/test-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { SessionLookup } from '../../src/access/lookups.js';
import { TestApi } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { GuideBlocks } from '../support/guide-blocks.js';
import { World, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/audit-log/export';

interface JsonExport {
  readonly companyId: number;
  readonly exportedAt: string;
  readonly data: readonly AuditEntryView[];
}

let api: TestApi;
let world: World;
let blocks: GuideBlocks;
let owner: SeededMember;
let session: SessionCaller;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
  blocks = await GuideBlocks.open();
});
afterAll(async () => {
  await blocks.close();
  await api.stop();
});
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  // With several cells, sign-ins are in another log, and two logs have no order within a moment.
  api.clock.advance(1);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const get = (query: string, by = session) => by.call<JsonExport>('GET', `${PATH}?${query}`);
/** The entries of the list without the display names of program and actor, which only screens need. */
const entries = async (query = ''): Promise<AuditEntryView[]> => {
  const { body } = await session.call<ListOf<AuditRow>>('GET', `/app/audit-log?limit=100&${query}`);
  return body.data.map(({ browser: _, system: __, actorName: ___, ...entry }) => entry);
};
const rename = (name: string, agent = 'spec/1') =>
  session.call('PATCH', '/app/company', { body: { name }, headers: { 'user-agent': agent } });

/** Many entries in one statement, as large as they get. */
const fill = (count: number) =>
  withCellOf(api.databaseUrl, owner.companyId, (client) =>
    client.query(
      `INSERT INTO audit_log (company_id, at, actor_kind, actor, action, target, details, user_agent)
        SELECT $1, $3, 'system', 'system', 'company.updated', 't' || n, '{"changed": {"name": {"from": "a", "to": "b"}}}', repeat('x', 200)
        FROM generate_series(1, $2) n`,
      [owner.companyId, count, api.clock.now()],
    ),
  );

describe('GET /app/audit-log/export', () => {
  it('401 without a session, and for a key', async () => {
    expect((await api.call('GET', `${PATH}?format=json`)).status).toBe(401);
    const key = await world.key({ member: owner });
    expect(await key.call('GET', `${PATH}?format=json`)).toMatchObject({
      status: 401,
      body: { code: 'wrong_credential' },
    });
  });

  it('403 without audit.read, and no entry', async () => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'audit.read');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    expect(await get('format=json', by)).toMatchObject({ status: 403, body: { missing: ['audit.read'] } });
    expect(await auditOf(api, owner.companyId, 'audit_log.exported')).toEqual([]);
  });

  it.each(['', 'format=xml', 'format=csv&limit=10', 'format=json&action=made.up'])('400 for ?%s', async (query) => {
    expect((await get(query)).status).toBe(400);
  });

  it('200 as JSON: the complete list, without the entry of the export itself', async () => {
    await rename('A');
    const before = await entries();
    const answer = await get('format=json');
    expect(answer.body).toEqual({
      companyId: owner.companyId,
      exportedAt: api.clock.now().toISOString(),
      data: before,
    });
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris' }).format(api.clock.now());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="audit-log-${day}.json"`,
      'cache-control': 'no-store',
    });
    expect(await auditOf(api, owner.companyId, 'audit_log.exported')).toMatchObject([
      { memberId: owner.id, details: { format: 'json', filters: {}, entries: before.length } },
    ]);
  });

  it('200 as CSV with the same content for a CSV parser', async () => {
    await rename('Größe "L", sehr\tgroß');
    await session.call('PATCH', '/app/company', { body: { legalNotice: 'Two\nlines; and, commas' } });
    const answer = await get('format=csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toMatch(/filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
    const rows = parse(answer.text, { columns: true, bom: true });
    const read = rows.map((row) => {
      const { id, memberId, keyId, details, ...rest } = row as Record<string, string>;
      const texts = Object.entries(rest).map(([name, value]) => [name, value === '' ? null : value]);
      const number = (value?: string) => (value ? Number(value) : null);
      return {
        id: number(id),
        memberId: number(memberId),
        keyId: number(keyId),
        details: JSON.parse(details ?? '') as unknown,
        ...Object.fromEntries(texts),
      };
    });
    const { data } = (await get('format=json')).body;
    // Its own entry comes before its content.
    expect(read).toEqual(data.slice(1));
  });

  it('200 as CSV with RFC 4180 line ends, and a mark for UTF-8 in spreadsheets', async () => {
    await rename('A');
    const response = await fetch(`${api.url}${PATH}?format=csv`, { headers: { cookie: session.cookie } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString().match(/\n/g)).toHaveLength(3);
    expect(bytes.toString().match(/\r\n/g)).toHaveLength(3);
  });

  it.each(['=cmd|calc!A1', '+1+1', '-2+3', '@SUM(A1)'])('200 as CSV in which %j is not a formula', async (agent) => {
    await rename('A', agent);
    const { text } = await get('format=csv&action=company.updated');
    const [row] = parse<Record<string, string>>(text, { columns: true, bom: true });
    expect(row?.['userAgent']).toBe(`'${agent}`);
  });

  it('200 with the filters of the list', async () => {
    await rename('A');
    api.clock.advance(60_000);
    const since = api.clock.now().toISOString();
    await rename('B');
    const filters = `action=company.updated&action=series.created&since=${since}`;
    const { data } = (await get(`format=json&${filters}`)).body;
    expect(data).toHaveLength(1);
    expect(data).toEqual(await entries(filters));
    expect((await auditOf(api, owner.companyId, 'audit_log.exported'))[0]?.details).toEqual({
      format: 'json',
      filters: { action: ['company.updated', 'series.created'], since },
      entries: 1,
    });
  });

  it('200 for an empty log', async () => {
    expect((await get('format=json&keyId=1')).body.data).toEqual([]);
    expect(parse((await get('format=csv&keyId=1')).text, { bom: true })).toHaveLength(1);
  });

  it('200 in batches: each entry once, in order, and none written in the meantime', async () => {
    await fill(2500);
    const lookup = api.app.get(SessionLookup);
    const find = lookup.find.bind(lookup);
    jest.spyOn(lookup, 'find').mockImplementation(async (id) => {
      await fill(1);
      return find(id);
    });
    const { data } = (await get('format=json')).body;
    const ids = data.map(({ id }) => id);
    // One for the session look-up, 2500, and the sign-in.
    expect(ids).toHaveLength(2502);
    expect(new Set(ids).size).toBe(ids.length);
    expect(data).toEqual(data.toSorted((a, b) => b.at.localeCompare(a.at) || b.id - a.id));
  });

  it.each([
    ['the permission', () => world.change(owner, { permissions: [] })],
    ['the membership', () => world.change(owner, { status: 'Deactivated' })],
    ['the session', () => session.call('DELETE', '/app/session')],
  ])('aborts if %s is lost during the export', async (_, lose) => {
    await fill(2500);
    const lookup = api.app.get(SessionLookup);
    const find = lookup.find.bind(lookup);
    let looked = 0;
    jest.spyOn(lookup, 'find').mockImplementation(async (id) => {
      if (++looked === 2) await lose();
      return find(id);
    });
    const response = await fetch(`${api.url}${PATH}?format=json`, { headers: { cookie: session.cookie } });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

describe('the program of the guide', () => {
  const check = async (body: unknown) => {
    await blocks.write('export.json', JSON.stringify(body));
    return blocks.run('audit-log', 'check-export.mjs', {}, 'export.json');
  };

  it('verifies an export without Billhook, and detects changes in it', async () => {
    for (const name of ['A', '"B" \\ é 漢 😀']) await rename(name);
    await session.call('PATCH', '/app/company', { body: { legalNotice: 'line\nend' } });
    await session.call('PATCH', '/app/company', { body: { legalId: { scheme: '0002', value: '732829320' } } });
    const whole = (await get('format=json')).body;
    expect(await check(whole)).toEqual({
      code: 0,
      stdout: `5 entries, 0 changed, 0 gaps, head ${whole.data[0]?.hash}`,
      stderr: '',
    });
    const some = (await get('format=json&action=company.updated&q=nothing')).body;
    expect((await check(some)).stdout).toContain('0 entries, 0 changed, 0 gaps');

    const forged = { ...whole, data: whole.data.map((entry, n) => (n === 2 ? { ...entry, ip: '::1' } : entry)) };
    expect(await check(forged)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`Entry ${whole.data[2]?.id} was changed.\n5 entries, 1 changed, 0 gaps`),
    });
    const shortened = { ...whole, data: whole.data.toSpliced(1, 1) };
    expect((await check(shortened)).stdout).toContain('4 entries, 0 changed, 1 gaps');
  });
});
