import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookEndpointView, WrittenWebhookEndpoint } from '@billhook/contract/webhooks/endpoint';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { clientBody } from '../support/bodies.js';
import { ENDPOINTS, endpointBody, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import type { KeyCaller } from '../support/world.js';

// 401, 403 and 404 of these routes: webhook-endpoints.e2e-spec.ts.
let hooks: WebhookWorld;

beforeAll(async () => {
  // The PUBLIC_URL of the tests' engine, which thin messages contain.
  hooks = await WebhookWorld.start({ PUBLIC_URL: 'https://billing.example' });
});
afterAll(() => hooks.stop());

const WITHIN = '/v1/webhook-endpoints/by-external-id';
const FILTER = {
  all: [{ field: 'billingAddress.country', ne: 'XX' }, { not: { field: 'name', startsWith: 'Nobody' } }],
};
const SETTINGS = {
  description: 'Books',
  payload: 'Thin',
  filter: { field: 'name', ne: 'Nobody' },
  ordering: 'PerRecord',
  schedule: [0, 60, 3_600],
  limits: { perSecond: 20, inFlight: 3 },
} as const;

const patched = <T = WebhookEndpointView>(id: number, body: object, caller: KeyCaller = hooks.key) =>
  caller.call<T>('PATCH', `${ENDPOINTS}/${id}`, { body });

describe('the settings of an endpoint', () => {
  const condition = { field: 'currency', eq: 'EUR' };
  it.each<[what: string, body: object, pointer: string]>([
    ['a header of ours', { headers: { Host: 'x' } }, '/headers/Host'],
    ['a header of the protocol', { headers: { 'Webhook-Id': 'x' } }, '/headers/Webhook-Id'],
    ['a header with a line end', { headers: { 'X-A': 'a\r\nX-B: b' } }, '/headers/X-A'],
    ['a header that is no text', { headers: { 'X-A': 1 } }, '/headers/X-A'],
    [
      'too many headers',
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, 'a'])) },
      '/headers',
    ],
    ['an empty filter', { filter: {} }, '/filter'],
    ['a filter without a comparison', { filter: { field: 'currency' } }, '/filter'],
    ['a member that no record has', { filter: { field: 'currencey', eq: 'EUR' } }, '/filter/field'],
    ['a member of a member', { filter: { any: [{ field: 'totals.gros', gte: '1' }] } }, '/filter/any/0/field'],
    ['an amount that is none', { filter: { field: 'totals.gross', gte: 'abc' } }, '/filter/gte'],
    ['a path with a gap', { filter: { field: 'totals..gross', eq: '1' } }, '/filter/field'],
    ['a comparison that there is not', { filter: { ...condition, like: 'E%' } }, '/filter/like'],
    [
      'a wrong value deep inside',
      { filter: { all: [condition, { not: { field: 'id', gt: true } }] } },
      '/filter/all/1/not/gt',
    ],
    ['two forms at once', { filter: { any: [{ ...condition, not: condition }] } }, '/filter/any/0'],
    ['a filter that is too deep', { filter: { not: { not: { not: { not: { not: condition } } } } } }, '/filter'],
    ['an empty group', { filter: { any: [] } }, '/filter/any'],
    ['a broken character', { filter: { field: 'name', eq: 'a\u0000b' } }, '/filter/eq'],
    ['no attempt', { schedule: [] }, '/schedule'],
    ['too many attempts', { schedule: Array.from({ length: 31 }, (_, n) => n) }, '/schedule'],
    ['two attempts at once', { schedule: [0, 0] }, '/schedule'],
    ['a schedule of more than 7 days', { schedule: [0, 604_800, 1] }, '/schedule'],
    ['a limit of nothing', { limits: { perSecond: 0 } }, '/limits/perSecond'],
    ['too many at once', { limits: { inFlight: 101 } }, '/limits/inFlight'],
    ['a form that there is not', { payload: 'Huge' }, '/payload'],
    ['an order that there is not', { ordering: 'Random' }, '/ordering'],
  ])('422 for %s, on POST, PATCH and PUT', async (_, wrong, pointer) => {
    const { id } = await existing();
    const asked = [
      ['POST', ENDPOINTS, { ...endpointBody, ...wrong }],
      ['PATCH', `${ENDPOINTS}/${id}`, wrong],
      ['PUT', `${WITHIN}/wrong`, { ...endpointBody, ...wrong }],
    ] as const;
    for (const [method, path, body] of asked) {
      const answer = await hooks.key.call<ProblemView>(method, path, { body });
      expect([method, answer.status, answer.body.code]).toEqual([method, 422, 'invalid_body']);
      expect(answer.body.errors?.map((fault) => fault.pointer)).toContain(pointer);
    }
  });

  let found: Promise<CreatedEndpoint> | undefined;
  const existing = () => (found ??= hooks.create());

  it('422 for a scheme in a PATCH: to change it is a rotation', async () => {
    const { id } = await existing();
    const answer = await patched<ProblemView>(id, { signatureScheme: 'v1a' });
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [{ pointer: '/signatureScheme', code: 'scheme_by_rotation' }],
    ]);
    expect((await patched(id, { signatureScheme: 'v1' })).status).toBe(200);
  });

  it('422 for other event types, of whose records none has what the filter looks at', async () => {
    const { id } = await hooks.create({ eventTypes: ['invoice.paid'], filter: { field: 'totals.gross', gte: '1' } });
    const answer = await patched<ProblemView>(id, { eventTypes: ['client.created'] });
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, '/filter/field']);
    expect((await patched(id, { eventTypes: ['client.created'], filter: null })).status).toBe(200);
  });

  it('201: are returned, stored and used for sending; omitted ones have defaults', async () => {
    expect(await hooks.create()).toMatchObject({
      externalId: null,
      payload: 'Full',
      signatureScheme: 'v1',
      headers: [],
      filter: null,
      ordering: 'BestEffort',
      schedule: null,
      limits: { perSecond: null, inFlight: 10 },
      disabledReason: null,
      disabledAt: null,
      health: { state: 'Healthy', failingSince: null, consecutiveFailures: 0, nextStep: null },
    });
    const own = await hooks.world.key();
    const made = await hooks.create(
      { ...SETTINGS, url: `${hooks.receiver.url}/thin`, headers: { 'X-Tenant': 'acme' } },
      own,
    );
    expect(made).toMatchObject({ ...SETTINGS, headers: [{ name: 'X-Tenant' }] });
    const { body: client } = await own.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    await own.call('POST', '/v1/clients', { body: { ...clientBody, name: 'Nobody' } });
    await hooks.engine.poke();
    const [request, ...others] = await hooks.receiver.waitFor('/thin', 1);
    expect(others).toEqual([]);
    expect(request?.headers).toMatchObject({ 'x-tenant': 'acme', 'webhook-sequence': '1' });
    expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({
      data: { id: client.id, resource: 'client', url: `https://billing.example/v1/clients/${client.id}` },
    });
  });

  it('200 on PATCH: omitted members stay, null restores the default, headers are replaced as a whole', async () => {
    const { id } = await hooks.create({ ...SETTINGS, headers: { 'X-A': '1', 'X-B': '2' } });
    const first = await patched(id, { filter: FILTER, limits: { inFlight: 5 }, headers: { 'x-b': '3' } });
    expect(first.body).toMatchObject({
      ...SETTINGS,
      filter: FILTER,
      limits: { perSecond: 20, inFlight: 5 },
      headers: [{ name: 'x-b' }],
      version: 2,
    });
    const second = await patched(id, { filter: null, schedule: null, limits: { perSecond: null }, headers: {} });
    expect(second.body).toMatchObject({
      payload: 'Thin',
      filter: null,
      schedule: null,
      limits: { perSecond: null, inFlight: 5 },
      headers: [],
    });
  });

  it('values of headers are nowhere but in the message; the audit log has their names, and filters before and after', async () => {
    const secret = 'kettle-hat-4711';
    const { id, ...made } = await hooks.create({ headers: { 'X-Token': `${secret}-1` } });
    const answer = await patched(id, { headers: { 'X-Token': `${secret}-2` }, filter: { field: 'id', gt: 4 } });
    expect(JSON.stringify([made, answer.body])).not.toContain(secret);
    expect(await tablesHolding(hooks.api, secret)).toEqual([]);
    const entries = await auditOf(hooks.api, hooks.key.companyId, 'webhook_endpoint.updated');
    expect(entries.at(-1)?.details).toEqual({
      changed: {
        filter: { from: null, to: { field: 'id', gt: 4 } },
        headers: { from: ['X-Token'], to: ['X-Token'] },
      },
    });
  });
});

describe('an externalId', () => {
  it('409 external_id_taken on POST and PATCH, and free again once its endpoint is deleted', async () => {
    const { id } = await hooks.create({ externalId: 'books' });
    const taken = await hooks.key.call<ProblemView>('POST', ENDPOINTS, {
      body: { ...endpointBody, externalId: 'books' },
    });
    expect(taken.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: id });
    const other = await hooks.create({ externalId: 'shop' });
    expect((await patched<ProblemView>(other.id, { externalId: 'books' })).body.code).toBe('external_id_taken');
    expect((await patched(id, { externalId: 'books' })).status).toBe(200);
    await hooks.key.call('DELETE', `${ENDPOINTS}/${id}`);
    expect((await patched(other.id, { externalId: 'books' })).body.externalId).toBe('books');
    expect((await hooks.key.call('GET', `${WITHIN}/books`)).body).toMatchObject({ id: other.id });
    expect((await hooks.key.call('GET', `${WITHIN}/shop`)).status).toBe(404);
  });
});

describe('PUT /v1/webhook-endpoints/by-external-id/{externalId}', () => {
  const put = (name: string, body: object = {}, headers: Record<string, string> = {}, caller: KeyCaller = hooks.key) =>
    caller.call<WrittenWebhookEndpoint & Pick<ProblemView, 'code' | 'errors'>>('PUT', `${WITHIN}/${name}`, {
      body: { ...endpointBody, ...body },
      headers,
    });

  it('404 for what cannot be an externalId; 412 where If-Match asks for one that is not there, or is another by now', async () => {
    for (const name of ['x'.repeat(121), '%20', '%00']) expect((await put(name)).status).toBe(404);
    expect((await put('never', {}, { 'if-match': '"1"' })).status).toBe(412);
    const made = await put('matched');
    const tag = made.headers.get('etag') ?? '';
    expect((await put('matched', { description: 'Next' }, { 'if-match': tag })).status).toBe(200);
    expect((await put('matched', { description: 'Late' }, { 'if-match': tag })).status).toBe(412);
  });

  it('422 for a URL that is refused, and for another scheme than it has', async () => {
    expect((await put('refused', { url: 'https://10.0.0.1/' })).body.code).toBe('endpoint_refused');
    await put('schemed', { signatureScheme: 'v1a' });
    expect((await put('schemed', { signatureScheme: 'v1' })).body.errors?.[0]?.pointer).toBe('/signatureScheme');
    expect((await put('schemed')).body.signatureScheme).toBe('v1a');
  });

  it('201 with the secret, then 200 without; omitted members get defaults, and equal values are no change', async () => {
    const key = { 'idempotency-key': 'first' };
    const made = await put('script', { ...SETTINGS, headers: { 'X-A': '1' } }, key);
    expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const replayed = await put('script', { ...SETTINGS, headers: { 'X-A': '1' } }, key);
    expect([replayed.status, replayed.text]).toEqual([201, made.text]);

    const same = await put('script', { ...SETTINGS, headers: { 'X-A': '1' } });
    expect([same.status, same.body.secret, same.body.version]).toEqual([200, null, 1]);
    const other = await put('script', { headers: { 'X-A': '2' } });
    expect(other.body).toMatchObject({
      id: made.body.id,
      version: 2,
      payload: 'Full',
      filter: null,
      headers: [{ name: 'X-A' }],
    });
    expect(await hooks.audited(made.body.id)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.updated']);

    await hooks.key.call('POST', `${ENDPOINTS}/${made.body.id}/disable`);
    expect((await put('script', { description: 'Still off' })).body.status).toBe('Disabled');
  });

  it('of five in parallel one creates it', async () => {
    const own = await hooks.world.key();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => put('race', { description: `${n}` }, {}, own)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const list = await own.call<{ data: WebhookEndpointView[] }>('GET', ENDPOINTS);
    expect(list.body.data.map(({ externalId, version }) => [externalId, version])).toEqual([['race', 5]]);
  });
});
