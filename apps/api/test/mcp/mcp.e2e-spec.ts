import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { KeyRequestCounter } from '../../src/identity/key-traffic/key-request-counter.js';
import { Log, TestApi } from '../support/api.js';
import { invoiceBody } from '../support/bodies.js';
import { Assistant, rpc, type Era } from '../support/mcp.js';
import { raw } from '../support/raw.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller } from '../support/world.js';

const OTHER_SITE = 'https://assistant.example.com';
const log = new Log();
let api: TestApi;
let world: World;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start({ MCP_ALLOWED_ORIGINS: OTHER_SITE }, log);
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

/** Connects with a key for the length of the work. */
async function assist<T>(work: (assistant: Assistant) => Promise<T>, secret = key.secret, era?: Era): Promise<T> {
  const assistant = await Assistant.connect(api, secret, era);
  try {
    return await work(assistant);
  } finally {
    await assistant.close();
  }
}

const countInvoices = async (): Promise<number> =>
  (await records.get<{ data: InvoiceView[] }>('/v1/invoices')).data.length;

describe('/mcp', () => {
  it('401 without a credential and with a wrong one, with the challenge of /v1', async () => {
    const without = await api.call('POST', '/mcp', rpc('tools/list'));
    expect([without.status, without.body['code']]).toEqual([401, 'credential_missing']);
    expect(without.headers.get('www-authenticate')).toMatch(/^Bearer realm="billhook"/);
    for (const method of ['GET', 'DELETE']) expect((await api.call(method, '/mcp')).status).toBe(401);
    const wrong = await world.bearer(`${key.secret.slice(0, -1)}x`).call('POST', '/mcp', rpc('tools/list'));
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
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
    const allowed = await from(OTHER_SITE);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, OTHER_SITE]);
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
          expect((await client.listTools()).tools.length).toBeGreaterThan(40);
          expect((await client.callTool({ name: 'me_get' })).isError ?? false).toBe(false);
        },
        key.secret,
        era,
      );
    }
  });
});

describe('the list of tools', () => {
  it('contains what the key may call now, and no more', async () => {
    const member = await world.member(key.companyId);
    const reader = await world.key({ member, scopes: ['client.read'] });
    await assist(async (assistant) => {
      expect((await assistant.toolNames()).sort()).toEqual(['clients_get', 'clients_list', 'me_get']);
      const { resourceTemplates } = await assistant.client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['billhook://clients/{id}']);
      await world.change(member, { permissions: [] });
      expect(await assistant.toolNames()).toEqual(['me_get']);
    }, reader.secret);
  });
});

describe('a call of a tool', () => {
  it('is rejected in words: the missing permission, an unknown record, and each wrong member', async () => {
    const reader = await world.key({ member: await world.member(key.companyId), scopes: ['invoice.read'] });
    await assist(async (assistant) => {
      const refused = await assistant.call('invoices_create', { ...invoiceBody(1), confirm: true });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain('This needs invoice.write');
      expect(refused.text).toMatch(/A person can fix this at http.*scopes=invoice\.read,invoice\.write/);
    }, reader.secret);
    await assist(async (assistant) => {
      const missing = await assistant.call('invoices_get', { id: 999_999 });
      expect([missing.isError, missing.text.includes('(not_found, 404)')]).toEqual([true, true]);

      const { id } = await records.client();
      const wrong = await assistant.call('invoices_create', {
        ...invoiceBody(id),
        lines: [{ name: 'Support', quantity: 1, unitPrice: '90.00', taxCategory: 'S', taxRate: '20' }],
        clientNme: 'x',
      });
      expect(wrong.isError).toBe(true);
      expect(wrong.text).toMatch(/- \/lines\/0\/quantity: must be a decimal as a string/);
      expect(wrong.text).toContain('- /clientNme:');
      expect(wrong.text).toMatch(/Request id: req_/);
      expect(wrong.structured['problem']).toMatchObject({ code: 'invalid_body', status: 422 });
    });
    expect(await countInvoices()).toBe(0);
  });

  it('is rejected for arguments that decide its address or its headers', async () => {
    const { id } = await records.draft();
    await assist(async (assistant) => {
      for (const [name, given, words] of [
        ['invoices_get', {}, 'id is required'],
        ['invoices_get', { id: '..' }, 'id is required'],
        ['invoices_get', { id: '../clients/1' }, 'id is required'],
        ['invoices_get', { id, nothing: 1 }, 'nothing'],
        ['invoices_send', { id, confirm: 'yes' }, 'confirm must be true or false'],
        ['invoices_send', { id, confirm: true, idempotencyKey: 'a\nb' }, 'idempotencyKey must be'],
        ['invoices_send', { id, version: '1' }, 'version must be a whole number'],
        ['quotes_convert', { id, mode: 'Whole' }, 'Put it in body'],
        ['invoices_list', { limit: 1_000 }, 'limit'],
        ['invoices_list', { status: { a: 1 } }, 'status'],
      ] as const) {
        const refused = await assistant.call(name, given);
        expect([name, refused.isError, refused.text]).toEqual([name, true, expect.stringContaining(words)]);
      }
      await expect(assistant.call('invoices_explode')).rejects.toThrow('There is no tool invoices_explode');
      await expect(assistant.call('webhook_endpoints_secret', { id: 1 })).rejects.toThrow('There is no tool');
    });
    expect(await records.get<InvoiceView>(`/v1/invoices/${id}`)).toMatchObject({ status: 'Draft', version: 1 });
  });

  it('writes nothing until it is confirmed, and then once', async () => {
    const { id } = await records.client();
    await assist(async (assistant) => {
      const dry = await assistant.call<InvoiceView>('invoices_create', invoiceBody(id));
      expect(dry.text).toMatch(/^Dry run: nothing was written.*invoices_create .*confirm: true/);
      expect([dry.structured['dryRun'], dry.result.totals.gross]).toEqual([true, '1080.00']);
      expect(await countInvoices()).toBe(0);

      const done = await assistant.call<InvoiceView>('invoices_create', { ...invoiceBody(id), confirm: true });
      expect([done.isError, done.structured['dryRun'], done.result.status]).toEqual([false, false, 'Draft']);
      const again = await assistant.call<InvoiceView>('invoices_create', { ...invoiceBody(id), confirm: true });
      expect(again.text).toContain('This call was already performed today');
      expect(again.result.id).toBe(done.result.id);
      expect(await countInvoices()).toBe(1);

      const more = { ...invoiceBody(id), confirm: true, idempotencyKey: 'second' };
      expect((await assistant.call<InvoiceView>('invoices_create', more)).result.id).not.toBe(done.result.id);
      api.clock.advance(86_400_000);
      await assistant.call('invoices_create', { ...invoiceBody(id), confirm: true });
      expect(await countInvoices()).toBe(3);
      api.clock.advance(-86_400_000);
    });
  });

  it('sends with the version that was read, emits the event, and deletes without a body', async () => {
    const draft = await records.draft();
    const other = await records.draft();
    await assist(async (assistant) => {
      const stale = await assistant.call('invoices_send', { id: draft.id, version: 7, confirm: true });
      expect([stale.isError, stale.text.includes('version_mismatch')]).toEqual([true, true]);
      const sent = await assistant.call<InvoiceView>('invoices_send', { id: draft.id, version: 1, confirm: true });
      expect(sent.result).toMatchObject({ id: draft.id, status: 'Sent', version: 2 });
      expect((await api.events()).filter(({ companyId }) => companyId === key.companyId).at(-1)?.type).toBe(
        'invoice.sent',
      );

      const tried = await assistant.call('invoices_delete', { id: other.id });
      expect(tried.text).toMatch(/^Dry run: nothing was written and nothing was sent\. The call would succeed\./);
      expect((await assistant.call('invoices_delete', { id: other.id, confirm: true })).text).toBe('Done.');
    });
    expect(await countInvoices()).toBe(1);
  });

  it('returns lists by ten, without what is large, and the next page by its cursor', async () => {
    const { id } = await records.client();
    for (let n = 0; n < 12; n++) await records.draft({ clientId: id });
    await assist(async (assistant) => {
      type Page = { data: Partial<InvoiceView>[]; page: { nextCursor: string } };
      const first = await assistant.call<Page>('invoices_list', { status: ['Draft'], clientId: id });
      expect(first.result.data).toHaveLength(10);
      expect(first.result.data[0]).not.toHaveProperty('lines');
      expect(first.result.data[0]).not.toHaveProperty('number');
      expect(first.text).toMatch(/shortened: .*lines.*invoices_get returns a whole record/);
      const { nextCursor: cursor } = first.result.page;
      const second = await assistant.call<Page>('invoices_list', { status: ['Draft'], clientId: id, cursor });
      expect(second.result.data).toHaveLength(2);
      expect(Object.keys((await assistant.call('invoices_get', { id: first.result.data[0]?.id })).result)).toContain(
        'lines',
      );
    });
  });

  it('cuts a result that is larger than a model can read', async () => {
    const line = invoiceBody(0).lines[0];
    const lines = Array.from({ length: 300 }, (_, n) => ({ ...line, name: `Line ${n}`, description: 'x'.repeat(300) }));
    const { id } = await records.draft({ lines });
    await assist(async (assistant) => {
      const cut = await assistant.call<InvoiceView>('invoices_get', { id });
      expect(cut.text.length).toBeLessThan(45_000);
      expect(cut.text).toMatch(/lines is cut to the first \d+ of 300 entries\./);
      expect(cut.text).toContain(`GET /v1/invoices/${id}`);
      expect(cut.result.totals.gross).toBe('324000.00');
    });
  });

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

describe('the rate limit', () => {
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

  it('counts the request to /v1 in the usage of the key, with the address and the program of the caller', async () => {
    const agent = { 'user-agent': 'assistant/1.0', 'x-forwarded-for': '203.0.113.9' };
    const call = rpc('tools/call', { name: 'clients_list' });
    await key.call('POST', '/mcp', { ...call, headers: { ...call.headers, ...agent } });
    await api.app.get(KeyRequestCounter).flush();
    const hosts = await api.database.query({
      name: 'test_mcp_hosts',
      text: 'SELECT user_agent, last_route, count::int FROM key_hosts WHERE key_id = $1',
      values: [key.id],
    });
    expect(hosts).toEqual([{ user_agent: 'assistant/1.0', last_route: '/v1/clients', count: 1 }]);
  });
});

describe('resources', () => {
  it('404 for what does not exist or is of another company', async () => {
    const other = await new Records(await world.key()).draft();
    await assist(async ({ client }) => {
      for (const uri of [
        `billhook://invoices/${other.id}`,
        'billhook://invoices/999999',
        'billhook://nothing/1',
        'billhook://invoices/..',
        'billhook://me/permissions',
        'billhook://guides/nothing',
        'file:///etc/passwd',
      ]) {
        await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
      }
    });
  });

  it('are the records, as JSON', async () => {
    const { id } = await records.sent();
    await assist(async ({ client }) => {
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('billhook://invoices/{id}');
      const { contents } = await client.readResource({ uri: `billhook://invoices/${id}` });
      const [content] = contents;
      const text = content && 'text' in content ? content.text : '';
      expect(JSON.parse(text)).toMatchObject({ id, status: 'Sent' });
    });
  });

  it('are the guides, as Markdown', async () => {
    await assist(async ({ client }) => {
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toContain('billhook://guides/invoicing-rules');
      const { contents } = await client.readResource({ uri: 'billhook://guides/invoicing-rules' });
      expect(contents[0]).toMatchObject({
        mimeType: 'text/markdown',
        text: expect.stringContaining('# Invoicing rules'),
      });
    });
  });
});
