import { LOGGED_BODY_BYTES, type LoggedRequestDetail } from '@billhook/contract/identity/logged-request';
import type { LoggedRequestView } from '@billhook/contract/identity/logged-request';
import type { ListOf } from '@billhook/contract/shared/page';
import { randomText } from '@billhook/platform/ids';
import { eventually } from '@billhook/testing/patience';
import { withCellOf } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RequestLogWriter } from '../../src/identity/request-log/request-log-writer.service.js';
import type { Answer, Call } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { Assistant, rpc } from '../support/mcp.js';
import { PUBLIC_URL } from '../support/oauth.js';
import { startWorld } from '../support/start.js';
import type { Caller, KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld({ PUBLIC_URL });
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
});

const idOf = ({ headers }: Answer<unknown>): string => headers.get('request-id') ?? '';
const listed = async (query = '', by: Caller = key, path = '/v1/requests'): Promise<LoggedRequestView[]> =>
  (await by.call<ListOf<LoggedRequestView>>('GET', `${path}${query}`)).body.data;
const inSettings = (query = '', by: Caller = session) => listed(query, by, '/app/requests');
const logged = async (id: string, by: Caller = key, path = '/v1/requests'): Promise<LoggedRequestDetail> =>
  (await by.call<LoggedRequestDetail>('GET', `${path}/${id}`)).body;
/** The rows as PostgreSQL has them, each as a text. */
const rowsOf = async (id: string): Promise<string[]> => {
  const text = 'SELECT r::text AS text FROM api_requests r WHERE id = $1';
  return (await api.database.query({ name: 'test_rows', text, values: [id] })).map((row) => String(row['text']));
};
/** Sends a request, and returns what the log has of it. */
const loggedAfter = async (method: string, path: string, call: Call = {}): Promise<LoggedRequestDetail> =>
  logged(idOf(await key.call(method, path, call)));

describe.each(['/v1/requests', '/app/requests'])('%s', (path) => {
  const by = (): Caller => (path === '/v1/requests' ? key : session);

  it('401 without a credential, and with that of the other surface', async () => {
    for (const each of [path, `${path}/req_x`]) {
      expect((await api.call('GET', each)).status).toBe(401);
      expect((await (path === '/v1/requests' ? session : key).call('GET', each)).status).toBe(401);
    }
  });

  it('404 for an unknown id, a malformed one, and a request of another company', async () => {
    const other = await world.key();
    const theirs = idOf(await other.call('GET', '/v1/clients'));
    expect((await logged(theirs, other)).id).toBe(theirs);
    for (const id of [theirs, `${theirs}.1`, 'req_1', '..%2fclients', '%00', 'x'.repeat(200)]) {
      const { status, body } = await by().call('GET', `${path}/${id}`);
      expect([id, status, body['code']]).toEqual([id, 404, 'not_found']);
    }
  });

  it('400 for invalid filters, and for the cursor of other filters', async () => {
    for (const query of [
      ...['status=600', 'status=4x', 'status=', 'credential=6', 'credential=key-0', 'method=TRACE', 'route=clients'],
      ...['route=/v1/clients/8', 'route=/v1/nothing', 'route=/app/me', 'clientRequestId=', 'clientRequestId=a%20b'],
      ...['problem=A%20b', 'problem=nonsense', 'since=yesterday', 'until=1', 'limit=0', 'path=x', 'cursor=x.y'],
    ]) {
      expect([query, (await by().call('GET', `${path}?${query}`)).status]).toEqual([query, 400]);
    }
    const asked = await by().call('GET', `${path}?route=/v1/clients/8`);
    expect(JSON.stringify(asked.body)).toContain('did you mean /v1/clients/{id}?');
    await key.call('GET', '/v1/clients');
    await key.call('GET', '/v1/clients');
    const { body } = await by().call<ListOf<LoggedRequestView>>('GET', `${path}?limit=1`);
    const mismatch = await by().call('GET', `${path}?limit=1&status=2xx&cursor=${body.page.nextCursor}`);
    expect(mismatch).toMatchObject({ status: 400, body: { code: 'cursor_mismatch' } });
  });
});

it('403 with a suspended key', async () => {
  await world.change(owner, { status: 'Deactivated' });
  for (const path of ['/v1/requests', '/v1/requests/req_1']) {
    expect(await key.call('GET', path)).toMatchObject({ status: 403, body: { code: 'creator_inactive' } });
  }
});

describe('a request', () => {
  it('leaves a line, newest first, which filters find and pages contain once', async () => {
    const before = new Date().toISOString();
    const { body: client } = await key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    await key.call('GET', `/v1/clients/${client.id}`);
    await key.call('GET', '/v1/clients/999999');
    await key.call('PUT', '/v1/nothing', { body: {} });

    const lines = await listed();
    expect(
      lines.map(({ id: _, createdAt: __, durationMs: ___, credential: ____, clientRequestId: _____, ...line }) => line),
    ).toEqual([
      { method: 'PUT', route: null, path: '/v1/nothing', status: 404, problem: 'route_not_found' },
      { method: 'GET', route: '/v1/clients/{id}', path: '/v1/clients/999999', status: 404, problem: 'not_found' },
      { method: 'GET', route: '/v1/clients/{id}', path: `/v1/clients/${client.id}`, status: 200, problem: null },
      { method: 'POST', route: '/v1/clients', path: '/v1/clients', status: 201, problem: null },
    ]);
    const [{ createdAt, credential } = { createdAt: '', credential: null }] = lines;
    expect(createdAt >= before && createdAt <= new Date().toISOString()).toBe(true);
    expect(credential).toEqual({ kind: 'key', id: key.id, name: 'test key', prefix: key.secret.slice(0, 12) });

    const statuses = async (query: string) => (await listed(query)).map(({ status }) => status);
    expect(await statuses('?status=4xx')).toEqual([404, 404]);
    expect(await statuses('?status=404&status=201')).toEqual([404, 404, 201]);
    expect(await statuses('?problem=not_found')).toEqual([404]);
    expect(await statuses('?route=/v1/clients/%7Bid%7D&status=2xx')).toEqual([200]);
    expect(await statuses('?method=POST')).toEqual([201]);
    expect(await statuses(`?method=POST&until=${before}`)).toEqual([]);
    expect(await statuses(`?method=POST&since=${before}&credential=key-${key.id}`)).toEqual([201]);
    expect(await statuses('?method=POST&since=1900-01-01T00:00:00Z&credential=application-1')).toEqual([]);

    const paths: string[] = [];
    for (let next: string | null = `/v1/requests?method=GET&limit=1&until=${new Date().toISOString()}`; next;) {
      const page: Answer<ListOf<LoggedRequestView>> = await key.call('GET', next);
      paths.push(...page.body.data.map(({ path }) => path.split('?')[0] ?? ''));
      const cursor = page.body.page.nextCursor;
      next = cursor && `${next.split('&cursor')[0]}&cursor=${cursor}`;
    }
    expect(paths.slice(-2)).toEqual(['/v1/clients/999999', `/v1/clients/${client.id}`]);
  });

  it.each(['Client-Request-Id', 'X-Request-Id'])('is found by the id that its client sent in %s', async (header) => {
    const id = `job-${randomText(8)}`;
    const headers = { [header]: id };
    const ids = [
      idOf(await key.call('GET', '/v1/clients', { headers })),
      idOf(await key.call('POST', '/v1/clients', { headers, body: {} })),
    ];
    await key.call('GET', '/v1/clients', { headers: { [header]: 'another' } });
    await key.call('GET', '/v1/clients', { headers: { [header]: 'x'.repeat(256) } });
    for (const found of [await listed(`?clientRequestId=${id}`), await inSettings(`?clientRequestId=${id}`)]) {
      expect(found.map((line) => [line.id, line.clientRequestId])).toEqual(ids.toReversed().map((each) => [each, id]));
    }
    expect((await listed('?limit=1&status=2xx'))[0]?.clientRequestId).toBeNull();
    expect(await listed(`?clientRequestId=${id}`, await world.key())).toEqual([]);
  });

  it('keeps the bodies of writes and of errors, and not those of reads', async () => {
    const { body: client } = await key.call<{ id: number }>('POST', '/v1/clients', {
      body: clientBody,
      headers: { 'idempotency-key': 'a-1', 'user-agent': 'erp/1.0' },
    });
    const [created] = await listed('?method=POST');
    const { request, response } = await logged(created?.id ?? '');
    expect(request?.headers).toEqual({ 'user-agent': 'erp/1.0', 'idempotency-key': 'a-1' });
    expect(JSON.parse(request?.body ?? '')).toEqual(clientBody);
    expect(JSON.parse(response?.body ?? '')).toEqual(client);
    expect(response?.type).toBe('application/json');

    const read = await loggedAfter('GET', `/v1/clients/${client.id}`);
    expect([read.request, read.response]).toEqual([null, null]);
    const missing = await loggedAfter('GET', '/v1/clients/999999');
    expect([missing.request?.body, JSON.parse(missing.response?.body ?? '')]).toEqual([
      null,
      expect.objectContaining({ code: 'not_found', requestId: missing.id }),
    ]);
    const tried = await loggedAfter('POST', '/v1/clients', { body: clientBody, headers: { prefer: 'dry-run' } });
    expect(tried).toMatchObject({ status: 201, request: { body: JSON.stringify(clientBody) } });
    const headers = { 'content-type': 'application/pdf' };
    const upload = await loggedAfter('POST', '/v1/clients', { raw: '%PDF-1.7 a secret file', headers });
    expect([upload.status, upload.request]).toEqual([
      415,
      expect.objectContaining({ type: 'application/pdf', bytes: 22, body: null, truncated: false }),
    ]);
  });

  it('keeps no secret: in no member, in the query, and in no header', async () => {
    const secrets = [key.secret, `whsec_${randomText(44)}`, `bhp_${randomText(46)}`, `bhi_${randomText(46)}`];
    const values = [...secrets, ...Array.from({ length: 11 }, () => randomText(32))] as const;
    const [, , , , password, apiKey, header, link, parameter, bearer, inQuery, list, escaped, capital, ofUrl] = values;
    const body = {
      ...Object.fromEntries(secrets.map((secret, n) => [`member${n}`, `before ${secret} after`])),
      ...{ [`password`]: password, nested: [{ apiKey: { value: apiKey } }], clientSecrets: [list] },
      ...{ headers: { 'X-Tenant': header }, Headers: { 'X-Tenant': capital }, site: `https://me:${ofUrl}@x.example/` },
      ...{ url: `https://hooks.example/in?access_token=${parameter}&a=1`, page: `https://bills.example/d#${link}` },
      ...{ note: `curl -H "Authorization: Bearer ${bearer}"`, kept: 'visible' },
    };
    const raw = JSON.stringify({ ...body, more: 'x' }).replace('"more":"x"', `"t\\u006fken":"${escaped}"`);
    const { id, path, request } = await loggedAfter('POST', `/v1/clients?%61piSecret=${inQuery}&x=${secrets[1]}`, {
      raw,
      headers: { 'content-type': 'application/json', 'client-request-id': `a-${key.secret}` },
    });
    const [text = ''] = await rowsOf(id);
    expect(text).toContain(id);
    expect(values.filter((value) => text.includes(value.slice(12)))).toEqual([]);
    expect(request?.body).toContain('"kept":"visible"');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ password: '…', clientSecrets: ['…'], token: '…' });
    expect(path).toMatch(/^\/v1\/clients\?apiSecret=…&x=whsec_…$/);
  });

  it('keeps the first 16 KiB of a body, and no part of a character', async () => {
    const { request } = await loggedAfter('POST', '/v1/clients', { body: { a: '', name: '😀'.repeat(20_000) } });
    const kept = request?.body ?? '';
    expect(request).toMatchObject({ truncated: true, bytes: 80_018 });
    expect(Buffer.byteLength(kept)).toBeGreaterThan(LOGGED_BODY_BYTES - 4);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(LOGGED_BODY_BYTES);
    expect(kept.replace('{"a":"","name":"', '').replaceAll('😀', '')).toBe('');
  });

  it.each([
    ...['GET /v1/clients 401', 'GET /v1/openapi.json 200', 'GET /v1/openapi.yaml 401', 'GET /v1/nothing 401'],
    ...['POST /v1/leaked-keys 422', 'POST /mcp 401'],
  ])('without a known credential is not in the log: %s', async (call) => {
    const [method = '', path = '', status] = call.split(' ');
    for (const headers of [undefined, { authorization: 'Bearer bhk_x' }]) {
      const answer = await api.call(method, path, { body: method === 'POST' ? {} : undefined, headers });
      expect(answer.status).toBe(Number(status));
      await api.app.get(RequestLogWriter).flush();
      expect(await rowsOf(idOf(answer))).toEqual([]);
    }
  });

  it('of a key is in the log where none is needed, and so is that of a key that was revoked', async () => {
    const path = '/v1/openapi.json';
    const accepted = await key.call('GET', path);
    await session.call('POST', `/app/api-keys/${key.id}/revoke`, { body: {} });
    const ignored = await key.call('GET', path);
    const rejected = await key.call('POST', '/v1/clients', { body: {} });
    expect((await inSettings()).map(({ id, route, status, problem }) => [id, route, status, problem])).toEqual([
      [idOf(rejected), '/v1/clients', 401, 'key_revoked'],
      [idOf(ignored), path, 200, null],
      [idOf(accepted), path, 200, null],
    ]);
    expect(await logged(idOf(rejected), session, '/app/requests')).toMatchObject({ request: null, response: null });
  });

  it('above the rate limit has no bodies', async () => {
    await session.call('PATCH', `/app/company/api-keys/${key.id}`, { body: { rateLimit: 1 } });
    const refused = await eventually('a refusal', async () => {
      const answer = await key.call('POST', '/v1/clients', { body: {} });
      return answer.status === 429 ? answer : undefined;
    });
    expect(await logged(idOf(refused), session, '/app/requests')).toMatchObject({
      ...{ status: 429, problem: 'rate_limited', request: null, response: null, missingPermission: null },
    });
  });

  it('is in the log if the client disconnects before the response', async () => {
    const clientGone = new AbortController();
    await withCellOf(api.databaseUrl, owner.companyId, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE clients IN ACCESS EXCLUSIVE MODE');
      const options = { method: 'POST', body: JSON.stringify(clientBody), signal: clientGone.signal };
      const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
      const disconnected = expect(fetch(`${api.url}/v1/clients`, { ...options, headers })).rejects.toThrow();
      const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'clients'::regclass`;
      await eventually('the request waits', async () => (await client.query(waits)).rows[0]);
      clientGone.abort();
      await disconnected;
      await client.query('ROLLBACK');
    });
    const line = await eventually('the line', async () => (await listed('?method=POST'))[0]);
    expect(line).toMatchObject({ route: '/v1/clients', status: 201, problem: null });
  });

  it('of an assistant is a line of the message, and one of each request that it causes', async () => {
    await Assistant.during(api, key.secret, async (assistant) => {
      await assistant.call('clients_get', { id: 999999 });
    });
    const [call, message] = (await listed()).filter(({ path }) => path.startsWith('/v1/clients') || path === '/mcp');
    expect(call).toMatchObject({ id: `${message?.id}.1`, route: '/v1/clients/{id}', problem: 'not_found' });
    expect((await logged(call?.id ?? '')).response?.body).toContain('not_found');
    const refused = await logged(idOf(await key.call('POST', '/mcp', { ...rpc('x'), body: [] })));
    expect([refused.route, refused.status, refused.request]).toEqual(['/mcp', 400, null]);
  });
});

it('a database that does not respond delays no request', async () => {
  await withCellOf(api.databaseUrl, owner.companyId, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE api_requests IN ACCESS EXCLUSIVE MODE');
    const held = idOf(await key.call('GET', '/v1/clients'));
    const writing = api.app.get(RequestLogWriter).flush();
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
    await client.query('ROLLBACK');
    await writing;
    expect((await logged(held)).id).toBe(held);
  });
});
