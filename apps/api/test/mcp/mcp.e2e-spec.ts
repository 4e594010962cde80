import { inFullRun } from '@billhook/testing/skipped';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyRequestCounterService } from '../../src/identity/key-traffic/key-request-counter.service.js';
import { Log, TestApi } from '../support/api.js';
import { CONFORMANCE_SCENARIOS, runConformance } from '../support/mcp-conformance.js';
import { Assistant, rpc, type Era } from '../support/mcp.js';
import { raw } from '../support/raw-request.js';
import { startWorld } from '../support/start.js';
import { World, type KeyCaller } from '../support/world.js';

const OTHER_SITE = 'https://assistant.example.com';
const log = new Log();
const { api, world } = await startWorld({ MCP_ALLOWED_ORIGINS: OTHER_SITE }, log);
let key: KeyCaller;

beforeEach(async () => {
  key = await world.key();
});

/** Connects with a key for the length of the work. */
const assist = <T>(work: (assistant: Assistant) => Promise<T>, secret = key.secret, era?: Era): Promise<T> =>
  Assistant.during(api, secret, work, era);

describe('/mcp', () => {
  it('401 without a credential and with a wrong one, with the challenge of /v1', async () => {
    const without = await api.call('POST', '/mcp', rpc('tools/list'));
    expect([without.status, without.body['code']]).toEqual([401, 'credential_missing']);
    expect(without.headers.get('www-authenticate')).toMatch(/^Bearer realm="billhook"/);
    for (const method of ['GET', 'DELETE']) expect((await api.call(method, '/mcp')).status).toBe(401);
    const mistyped = `${key.secret.slice(0, -1)}${key.secret.endsWith('x') ? 'y' : 'x'}`;
    const wrong = await world.bearer(mistyped).call('POST', '/mcp', rpc('tools/list'));
    expect(wrong.status).toBe(401);
    const session = await world.session(await world.member(key.companyId));
    expect((await session.call('POST', '/mcp', rpc('tools/list'))).status).toBe(401);
  });

  it('401 from the next message on when the key is revoked between two', async () => {
    const member = await world.member(await world.company());
    const revoked = await world.key({ member });
    await assist(async (assistant) => {
      expect((await assistant.call('me_get')).isError).toBe(false);
      const session = await world.signIn(member);
      expect((await session.call('POST', `/app/api-keys/${revoked.id}/revoke`, { body: {} })).status).toBe(200);
      await expect(assistant.call('me_get')).rejects.toThrow();
    }, revoked.secret);
  });

  it('403 with a suspended key, and for scripts of sites that the operator has not allowed', async () => {
    const member = await world.member(await world.company());
    const suspended = await world.key({ member });
    await world.change(member, { status: 'Deactivated' });
    const answer = await suspended.call('POST', '/mcp', rpc('tools/list'));
    expect([answer.status, answer.body['code']]).toEqual([403, 'creator_inactive']);

    const from = (origin: string) =>
      key.call('POST', '/mcp', { ...rpc('tools/list'), headers: { ...rpc('').headers, origin } });
    for (const origin of ['https://evil.example', 'null', api.url.replace('127.0.0.1', 'localhost.evil.example')]) {
      const refused = await from(origin);
      expect([origin, refused.status, refused.body['code']]).toEqual([origin, 403, 'cross_site']);
    }
    const allowed = await from(OTHER_SITE);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  it('404 below /mcp, and 405 for GET and DELETE: there are no sessions', async () => {
    expect((await key.call('POST', '/mcp/tools', rpc('tools/list'))).status).toBe(404);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await key.call(method, '/mcp');
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST, OPTIONS']);
    }
  });

  it.each([
    ['broken JSON', { raw: '{' }, 400],
    ['an empty body', { raw: '' }, 400],
    ['no message', { body: { hello: 'there' } }, 400],
    ['a batch', { body: [rpc('tools/list').body, rpc('tools/list').body] }, 400],
    ['a subscription', rpc('subscriptions/listen', {}), 400],
    ['another media type', { raw: 'x', headers: { 'content-type': 'text/plain' } }, 415],
    ['a media type that cannot be accepted', { ...rpc('tools/list'), headers: { accept: 'text/html' } }, 406],
    ['too many bytes', rpc('tools/call', { name: 'me_get', arguments: { x: 'x'.repeat(1_100_000) } }), 413],
  ])('4xx for %s', async (_, call, status) => {
    const { headers = {} } = call as { headers?: Record<string, string> };
    const answer = await key.call('POST', '/mcp', { ...call, headers: { ...rpc('').headers, ...headers } });
    expect([answer.status, answer.text.includes('internal')]).toEqual([status, false]);
  });

  it.each<[string, string, object]>([
    ['resources/read needs params.uri.', 'resources/read', {}],
    ['params.cursor must be a string.', 'tools/list', { cursor: 3 }],
    ['tools/call needs params.name.', 'tools/call', { arguments: {} }],
    ['params.arguments must be an object.', 'tools/call', { name: 'me_get', arguments: [] }],
    ['params.arguments must be an object of strings.', 'prompts/get', { name: 'x', arguments: { a: 1 } }],
  ])('says which parameter is wrong: %s', async (error, method, params) => {
    const answer = await key.call('POST', '/mcp', rpc(method, params));
    const wrong = { jsonrpc: '2.0', id: 1, error: { code: -32_602, message: error } };
    expect([answer.status, answer.body]).toEqual([200, wrong]);
  });

  it.each<[string, object | null]>([
    ['tools/list', null],
    ['tools/list', { cursor: null, _meta: null }],
    ['resources/list', { cursor: null }],
    ['resources/templates/list', { cursor: null }],
    ['prompts/list', { cursor: null }],
    ['ping', null],
    ['tools/call', { name: 'me_get', arguments: null }],
  ])('%s: reads null as absent in %j', async (method, params) => {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const answer = await key.call('POST', '/mcp', { body, headers: { accept: 'application/json' } });
    expect([answer.status, answer.body]).toMatchObject([200, { id: 1, result: expect.any(Object) }]);
  });

  it.each([
    ['*/*', 'text/event-stream'],
    ['application/*;q=0.5, text/*', 'text/event-stream'],
    ['APPLICATION/JSON, TEXT/EVENT-STREAM', 'text/event-stream'],
    ['application/json', 'application/json'],
    ['application/json, text/event-stream;q=0', 'application/json'],
    [undefined, 'text/event-stream'],
  ])('accepts the media types %s, and responds with %s', async (accept, type) => {
    const sent = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
    const body = JSON.stringify(rpc('tools/list').body);
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const headers = Object.entries({ ...sent, ...length, ...(accept !== undefined && { accept }) }).flat();
    const answer = await raw(api.url, 'POST', '/mcp', headers, body);
    expect([answer.status, answer.headers['content-type']?.split(';')[0]]).toEqual([200, type]);
    expect(answer.text.startsWith(type === 'application/json' ? '{' : 'event: message')).toBe(true);
  });

  it.each([
    ['2027-03-01', '2025-11-25'],
    ['2099-01-01', '2099-01-01'],
    ['foobar', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
  ])('negotiates with a client that sends %s before the handshake of %s', async (header, protocolVersion) => {
    const clientInfo = { name: 'newer', version: '9' };
    const { body } = rpc('initialize', { protocolVersion, capabilities: {}, clientInfo });
    const headers = { accept: 'application/json', 'mcp-protocol-version': header };
    const answer = await key.call('POST', '/mcp', { body, headers });
    expect([answer.status, answer.body]).toMatchObject([200, { result: { protocolVersion: '2025-11-25' } }]);
  });

  it('ignores the query of its address', async () => {
    expect((await key.call('POST', '/mcp?utm_source=directory', rpc('tools/list'))).status).toBe(200);
  });

  it('400 with two Authorization headers, before anything is called', async () => {
    const bearer = ['authorization', `Bearer ${key.secret}`];
    expect((await raw(api.url, 'POST', '/mcp', [...bearer, ...bearer])).status).toBe(400);
  });

  it('serves clients of the specifications before and since 2026-07-28', async () => {
    for (const era of ['legacy', 'auto'] as const) {
      await assist(
        async ({ client }) => {
          expect(client.getServerVersion()).toMatchObject({ name: 'billhook' });
          expect(client.getInstructions()).toContain('confirm: true');
          const lists = { tools: false, resources: false, prompts: false };
          const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
          expect({
            tools: tools?.listChanged,
            resources: resources?.listChanged,
            prompts: prompts?.listChanged,
          }).toEqual(lists);
          expect((await client.listTools()).tools.length).toBeGreaterThan(40);
          expect((await client.callTool({ name: 'me_get' })).isError ?? false).toBe(false);
        },
        key.secret,
        era,
      );
    }
  });
});

inFullRun(describe)('the conformance suite of the protocol', () => {
  it.each(CONFORMANCE_SCENARIOS)('%s', async (scenario) => {
    const { code, output } = await runConformance(api.url, key.secret, scenario);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/),
    });
  });
});

describe('the list of tools', () => {
  const assisting = ['guides_get', 'guides_search', 'tools_describe'];

  it('has at most 48,000 bytes for a key with all permissions', async () => {
    const { body, headers } = rpc('tools/list');
    const sent = { ...headers, authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
    const answer = await fetch(`${api.url}/mcp`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    const [, message = ''] = /^data: (.*)$/m.exec(await answer.text()) ?? [];
    const { result } = JSON.parse(message) as { result: { tools: object[] } };
    expect(result.tools.length).toBeGreaterThan(50);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(48_000);
  });

  it('contains what the key may call now, and no more', async () => {
    const member = await world.member(key.companyId);
    const reader = await world.key({ member, scopes: ['client.read'] });
    await assist(async (assistant) => {
      expect((await assistant.toolNames()).sort()).toEqual(
        [...assisting, 'clients_get', 'clients_list', 'me_get'].sort(),
      );
      const { resourceTemplates } = await assistant.client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['billhook://clients/{id}']);
      await world.change(member, { permissions: [] });
      expect((await assistant.toolNames()).sort()).toEqual([...assisting, 'me_get'].sort());
    }, reader.secret);
  });
});

describe('limits and usage', () => {
  it('counts a call of a tool once, although it is a request to /mcp and one to /v1', async () => {
    const limited = await TestApi.beside(api, { RATE_LIMIT_KEY: '3' });
    try {
      const caller = new World(limited).bearer(key.secret);
      const left: (string | null)[] = [];
      for (let n = 0; n < 3; n++) {
        const answer = await caller.call('POST', '/mcp', rpc('tools/call', { name: 'me_get' }));
        expect([answer.status, answer.text.includes('isError')]).toEqual([200, false]);
        left.push(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1] ?? null);
      }
      expect(left).toEqual(['2', '1', '0']);
      const refused = await caller.call('POST', '/mcp', rpc('tools/call', { name: 'me_get' }));
      expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited']);
    } finally {
      await limited.stop();
    }
  });

  const hostsOf = async ({ id }: KeyCaller) => {
    await api.app.get(KeyRequestCounterService).flush();
    return api.database.query({
      name: 'test_mcp_hosts',
      text: 'SELECT ip, user_agent, last_route, dead, count::int FROM key_hosts WHERE key_id = $1',
      values: [id],
    });
  };
  const listClients = rpc('tools/call', { name: 'clients_list' });
  const headers = { ...listClients.headers, 'user-agent': 'assistant/1.0' };

  it('counts the request to /v1 in the usage of the key, with the address and the program of the caller', async () => {
    const proxied = await TestApi.beside(api, { TRUST_PROXY: '1' });
    try {
      const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.9' };
      await new World(proxied).bearer(key.secret).call('POST', '/mcp', { ...listClients, headers: forwarded });
      await proxied.app.get(KeyRequestCounterService).flush();
    } finally {
      await proxied.stop();
    }
    const host = { ip: '203.0.113.9', user_agent: 'assistant/1.0', last_route: '/v1/clients', dead: false, count: 1 };
    expect(await hostsOf(key)).toEqual([host]);
  });

  it('counts the rejected requests of a revoked key, of which none reaches /v1', async () => {
    const member = await world.member(await world.company());
    const revoked = await world.key({ member });
    const session = await world.session(member);
    await session.call('POST', `/app/api-keys/${revoked.id}/revoke`, { body: {} });
    expect((await revoked.call('POST', '/mcp', { ...listClients, headers })).status).toBe(401);
    const host = { ip: '127.0.0.1', user_agent: 'assistant/1.0', last_route: '/mcp', dead: true, count: 1 };
    expect(await hostsOf(revoked)).toEqual([host]);
  });
});

describe('the log', () => {
  it('has one request id on /mcp, in /v1 and in the log, with the name of the tool and of the key', async () => {
    log.text = '';
    const answer = await key.call('POST', '/mcp', rpc('tools/call', { name: 'me_get' }));
    const id = answer.headers.get('request-id');
    const lines = log.text.split('\n').filter((line) => id !== null && line.includes(id));
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^GET \/v1\/me 200/),
      'MCP tool call',
      expect.stringMatching(/^POST \/mcp 200/),
    ]);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      tool: 'me_get',
      status: 200,
      by: expect.stringMatching(/^key bhk_/),
    });
    expect(log.text).not.toContain(key.secret);
  });
});
