import type { ListOf } from '@billhook/contract/common';
import type { ProblemView } from '@billhook/contract/problem';
import type {
  WebhookDeliveryDetail,
  WebhookDeliveryView,
  WebhookEndpointView,
  WebhookSecretView,
} from '@billhook/contract/webhook';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Sender } from '@billhook/delivery/attempt';
import { Deliveries } from '@billhook/delivery/deliveries';
import { EgressGuard } from '@billhook/delivery/egress-guard';
import { DeliveryEngine, ENDPOINT_CAP, LEASE_MS } from '@billhook/delivery/engine';
import { Relay } from '@billhook/delivery/relay';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { createLogger } from '@billhook/platform/logger';
import { Receiver } from '@billhook/testing/receiver';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { TestApi } from './support/api.js';
import { clientBody } from './support/bodies.js';
import { World, type KeyCaller } from './support/world.js';

const ENDPOINTS = '/v1/webhook-endpoints';
const DELIVERIES = '/v1/webhook-deliveries';
const body = { url: 'https://example.com/hooks', eventTypes: ['client.created', 'invoice.paid'] };

type Created = WebhookEndpointView & { secret: string };

let api: TestApi;
let world: World;
let key: KeyCaller;
let reader: KeyCaller;
let receiver: Receiver;
let engine: DeliveryEngine;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
  key = await world.key();
  reader = await world.key({ scopes: ['invoice.read'] });
  receiver = await new Receiver().start();
  engine = startEngine();
});
afterAll(async () => {
  await engine.stop(0);
  await receiver.stop();
  await api.stop();
});

/** What the worker runs, on the database of the application. */
function startEngine(): DeliveryEngine {
  const uow = api.app.get(UnitOfWork);
  return new DeliveryEngine({
    relay: new Relay(uow, { fanOut: true, firstWaitMs: 0 }),
    deliveries: new Deliveries(api.database, uow, { endpointCap: ENDPOINT_CAP, leaseMs: LEASE_MS }),
    sender: new Sender({ guard: api.app.get(EgressGuard), timeoutMs: 2_000 }),
    secrets: api.app.get(AppSecrets),
    logger: createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
    schedule: [0, 600],
    enabled: true,
  });
}

async function create(overrides: object = {}, caller = key): Promise<Created> {
  const answer = await caller.call<Created>('POST', ENDPOINTS, { body: { ...body, ...overrides } });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** An endpoint at the receiver, and a delivery to it that has reached one of the statuses. */
async function deliver(path: string, status: string): Promise<{ endpoint: Created; delivery: WebhookDeliveryView }> {
  const endpoint = await create({ url: receiver.url + path });
  expect((await key.call('POST', '/v1/clients', { body: clientBody })).status).toBe(201);
  await engine.poke();
  return { endpoint, delivery: await settled(endpoint.id, status) };
}

async function settled(endpointId: number, status: string): Promise<WebhookDeliveryView> {
  for (let n = 0; n < 200; n++) {
    const query = `${DELIVERIES}?endpointId=${endpointId}&status=${status}`;
    const [delivery] = (await key.call<ListOf<WebhookDeliveryView>>('GET', query)).body.data;
    if (delivery) return delivery;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no delivery to endpoint ${endpointId} became ${status}`);
}

/** What the audit log says of a target, oldest first. */
async function audited(target: number): Promise<string[]> {
  const rows = await api.database.query<{ action: string }>({
    name: 'test_audit',
    text: 'SELECT action FROM audit_log WHERE company_id = $1 AND target = $2 ORDER BY id',
    values: [key.companyId, String(target)],
  });
  return rows.map(({ action }) => action);
}

describe('every route', () => {
  const routes = [
    ['GET', ENDPOINTS],
    ['POST', ENDPOINTS],
    ['GET', `${ENDPOINTS}/1`],
    ['PATCH', `${ENDPOINTS}/1`],
    ['DELETE', `${ENDPOINTS}/1`],
    ['GET', `${ENDPOINTS}/1/secret`],
    ['POST', `${ENDPOINTS}/1/rotate-secret`],
    ['POST', `${ENDPOINTS}/1/test`],
    ['GET', DELIVERIES],
    ['GET', `${DELIVERIES}/1`],
    ['POST', `${DELIVERIES}/1/resend`],
  ] as const;

  it.each(routes)('401 without a credential: %s %s', async (method, path) => {
    const answer = await api.call<ProblemView>(method, path);
    expect([answer.status, answer.body.code]).toEqual([401, 'credential_missing']);
    const portal = await api.call<ProblemView>(method, path.replace('/v1', '/portal/api'));
    expect([portal.status, portal.body.code]).toEqual([401, 'portal_session_missing']);
  });

  it.each(routes)('403 without integration.write: %s %s', async (method, path) => {
    const answer = await reader.call<ProblemView>(method, path);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'insufficient_scope', missing: ['integration.write'] });
  });

  it("404 for another company's endpoint and delivery, which stay as they are", async () => {
    const { endpoint, delivery } = await deliver('/others', 'Delivered');
    const other = await world.key();
    for (const [method, path] of routes) {
      const mine = path.startsWith(ENDPOINTS) ? endpoint.id : delivery.id;
      if (!path.includes('/1')) continue;
      const answer = await other.call<ProblemView>(
        method,
        path.replace('/1', `/${mine}`),
        method === 'GET' ? {} : { body: {} },
      );
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    const own = await key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`);
    expect(own.body).toMatchObject({ status: 'Enabled', version: 1 });
    for (const path of [ENDPOINTS, DELIVERIES]) {
      expect((await other.call<ListOf<unknown>>('GET', path)).body.data).toEqual([]);
    }
  });
});

describe('POST /v1/webhook-endpoints', () => {
  it.each([
    ['https://127.0.0.2.example@evil.example/', 'It carries a user name or a password.'],
    ['https://example.com/#part', 'It carries a fragment, which is never sent.'],
    ['ftp://example.com/', 'It must begin with https:// or http://.'],
    ['https://169.254.169.254/latest/meta-data', 'The address is not public.'],
    ['https://2852039166/', 'The address is not public.'],
    ['https://[fd00:ec2::254]/', 'The address is not public.'],
    ['https://10.0.0.1:22/', 'The address is not public.'],
    ['example.com', 'It is not a URL.'],
  ])('422 endpoint_refused for %s', async (url, reason) => {
    const answer = await key.call<ProblemView>('POST', ENDPOINTS, { body: { ...body, url } });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'endpoint_refused', detail: reason });
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/url', message: reason })]);
  });

  it.each([
    ['no event type', { eventTypes: [] }, '/eventTypes'],
    ['an unknown event type', { eventTypes: ['invoice.eaten'] }, '/eventTypes/0'],
    ['an event type twice', { eventTypes: ['invoice.paid', 'invoice.paid'] }, '/eventTypes'],
    ['an unknown property', { secret: 'whsec_mine' }, '/secret'],
  ])('422 for %s', async (_, overrides, pointer) => {
    const answer = await key.call<ProblemView>('POST', ENDPOINTS, { body: { ...body, ...overrides } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('201 with the secret, once; it is encrypted at rest and audited without it', async () => {
    const answer = await key.call<Created>('POST', ENDPOINTS, { body: { ...body, description: 'Books' } });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { secret, ...view } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(view).toMatchObject({ ...body, description: 'Books', status: 'Enabled', version: 1 });
    expect(view.deliveries).toEqual({ delivered: 0, failed: 0, waiting: 0 });
    const got = await key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${view.id}`);
    expect(got.body).toEqual(view);
    const stored = await api.database.query({
      name: 'test_stored',
      text: `SELECT e.*, a.details FROM webhook_endpoints e JOIN audit_log a ON a.target = e.id::text WHERE e.id = $1`,
      values: [view.id],
    });
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 26));
    expect(await audited(view.id)).toEqual(['webhook_endpoint.created']);
  });
});

describe('GET /v1/webhook-endpoints', () => {
  it('400 for an unknown parameter', async () => {
    expect((await key.call('GET', `${ENDPOINTS}?colour=red`)).status).toBe(400);
  });

  it('200, newest first, page by page, without deleted ones and without secrets', async () => {
    const own = await world.key();
    const made = [await create({}, own), await create({}, own), await create({}, own)];
    await own.call('DELETE', `${ENDPOINTS}/${made[1]?.id}`);
    const first = await own.call<ListOf<WebhookEndpointView>>('GET', `${ENDPOINTS}?limit=1`);
    expect(first.body.data.map(({ id }) => id)).toEqual([made[2]?.id]);
    const second = await own.call<ListOf<WebhookEndpointView>>(
      'GET',
      `${ENDPOINTS}?limit=1&cursor=${first.body.page.nextCursor}`,
    );
    expect(second.body.data.map(({ id }) => id)).toEqual([made[0]?.id]);
    expect(second.body.page.hasMore).toBe(false);
    expect(first.text + second.text).not.toMatch(/secret|whsec_/);
  });
});

describe('PATCH /v1/webhook-endpoints/{id}', () => {
  it('422 for a URL that is refused, which leaves the old one', async () => {
    const { id } = await create();
    const answer = await key.call<ProblemView>('PATCH', `${ENDPOINTS}/${id}`, { body: { url: 'https://10.0.0.1/' } });
    expect([answer.status, answer.body.code]).toEqual([422, 'endpoint_refused']);
    expect((await key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`)).body.url).toBe(body.url);
  });

  it('200: what is left out stays; disabling cancels what waits', async () => {
    receiver.answer('/patched', { status: 500 });
    const { endpoint, delivery } = await deliver('/patched', 'Waiting');
    const answer = await key.call<WebhookEndpointView>('PATCH', `${ENDPOINTS}/${endpoint.id}`, {
      body: { status: 'Disabled' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      url: endpoint.url,
      eventTypes: body.eventTypes,
      status: 'Disabled',
      version: 2,
    });
    const after = await key.call<WebhookDeliveryView>('GET', `${DELIVERIES}/${delivery.id}`);
    expect(after.body).toMatchObject({ status: 'Cancelled', nextAttemptAt: null });
    expect(await audited(endpoint.id)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.updated']);
  });
});

describe('DELETE /v1/webhook-endpoints/{id}', () => {
  it('204, then 404; its deliveries stay to be read', async () => {
    const { endpoint, delivery } = await deliver('/deleted', 'Delivered');
    expect((await key.call('DELETE', `${ENDPOINTS}/${endpoint.id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect((await key.call(method, `${ENDPOINTS}/${endpoint.id}`)).status).toBe(404);
    }
    expect((await key.call('GET', `${DELIVERIES}/${delivery.id}`)).status).toBe(200);
    expect(await audited(endpoint.id)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.deleted']);
  });
});

describe('the signing secret', () => {
  it('422 for an overlap beyond 7 days', async () => {
    const { id } = await create();
    const answer = await key.call<ProblemView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, {
      body: { overlapHours: 169 },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: '/overlapHours' }));
  });

  it('200: is shown again, and both secrets verify during a rotation', async () => {
    const { id, secret } = await create({ url: `${receiver.url}/rotated` });
    const shown = await key.call<WebhookSecretView>('GET', `${ENDPOINTS}/${id}/secret`);
    expect(shown.body).toEqual({ secret, previous: [] });
    expect(shown.headers.get('cache-control')).toBe('no-store');

    const rotated = await key.call<WebhookSecretView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, {
      body: { overlapHours: 1 },
    });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    expect(rotated.body.previous.map((old) => old.secret)).toEqual([secret]);

    await key.call('POST', `${ENDPOINTS}/${id}/test`, { body: {} });
    await engine.poke();
    const [request] = await receiver.waitFor('/rotated', 1);
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    for (const live of [secret, rotated.body.secret]) new Webhook(live).verify(request?.body ?? '', headers);

    const replaced = await key.call<WebhookSecretView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, {
      body: { overlapHours: 0 },
    });
    expect(replaced.body.previous).toEqual([]);
    expect(await audited(id)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.secret_viewed',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.tested',
      'webhook_endpoint.secret_rotated',
    ]);
  });
});

describe('POST /v1/webhook-endpoints/{id}/test', () => {
  it('409 for an endpoint that is disabled', async () => {
    const { id } = await create();
    await key.call('PATCH', `${ENDPOINTS}/${id}`, { body: { status: 'Disabled' } });
    const answer = await key.call<ProblemView>('POST', `${ENDPOINTS}/${id}/test`, { body: {} });
    expect([answer.status, answer.body.code]).toEqual([409, 'endpoint_disabled']);
  });

  it('202: one attempt, woken at once, and no event of the log', async () => {
    receiver.answer('/tested', { status: 500, body: 'no' });
    const { id } = await create({ url: `${receiver.url}/tested` });
    const before = api.wakes.count;
    const answer = await key.call<WebhookDeliveryView>('POST', `${ENDPOINTS}/${id}/test`, {
      body: { eventType: 'invoice.paid' },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      endpointId: id,
      eventType: 'invoice.paid',
      status: 'Waiting',
      attemptCount: 0,
    });
    expect(api.wakes.count).toBe(before + 1);
    await engine.poke();
    await settled(id, 'Failed');
    const { body: detail } = await key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${answer.body.id}`);
    expect(detail.attempts).toMatchObject([
      { number: 1, trigger: 'Manual', outcome: 'Failed', responseStatus: 500, responseBody: 'no' },
    ]);
    expect(Object.keys(JSON.parse(detail.body) as object)).toEqual(['id', 'type', 'createdAt', 'data']);
    expect((await key.call('GET', `/v1/events/${detail.eventId}`)).status).toBe(404);
  });
});

describe('webhook-deliveries', () => {
  it('400 for an unknown status, and for a cursor of other filters', async () => {
    expect((await key.call('GET', `${DELIVERIES}?status=Lost`)).status).toBe(400);
    await deliver('/paged', 'Delivered');
    const first = await key.call<ListOf<WebhookDeliveryView>>('GET', `${DELIVERIES}?limit=1`);
    const answer = await key.call<ProblemView>(
      'GET',
      `${DELIVERIES}?status=Failed&cursor=${first.body.page.nextCursor}`,
    );
    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_mismatch']);
  });

  it('200: what was sent is what the record answered, byte for byte, with every attempt', async () => {
    const { endpoint, delivery } = await deliver('/read', 'Delivered');
    const [request] = await receiver.waitFor('/read', 1);
    const { body: detail } = await key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`);
    expect(detail.body).toBe(request?.body.toString());
    expect(detail.attempts).toMatchObject([
      { number: 1, trigger: 'Schedule', outcome: 'Succeeded', responseStatus: 200, error: null },
    ]);
    const { data } = JSON.parse(detail.body) as { data: { id: number } };
    const record = await key.call('GET', `/v1/clients/${data.id}`);
    expect(detail.body.endsWith(`"data":${record.text}}`)).toBe(true);
    expect((await key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`)).body.deliveries.delivered).toBe(
      1,
    );
  });

  it('resend: 409 where the endpoint is disabled; 202 otherwise, once however often it is asked', async () => {
    receiver.answer('/resent', (count) => ({ status: count === 1 ? 500 : 200 }));
    const { endpoint, delivery } = await deliver('/resent', 'Waiting');
    const path = `${DELIVERIES}/${delivery.id}/resend`;
    const answers = await Promise.all([key.call('POST', path), key.call('POST', path)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await engine.poke();
    await settled(endpoint.id, 'Delivered');
    expect(receiver.at('/resent')).toHaveLength(2);
    expect(await audited(delivery.id)).toContain('webhook_delivery.resent');

    await key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { status: 'Disabled' } });
    const refused = await key.call<ProblemView>('POST', path);
    expect([refused.status, refused.body.code]).toEqual([409, 'endpoint_disabled']);
  });
});

describe('the portal', () => {
  it('200: the same routes under the session that its link opened, for its own company alone', async () => {
    const member = await world.member(key.companyId);
    const settings = await world.session(member);
    const link = await settings.call<{ url: string }>('POST', '/app/webhook-portal-links');
    const { pathname, search } = new URL(link.body.url);
    const entered = await api.call('GET', pathname + search);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const created = await api.call<Created>('POST', '/portal/api/webhook-endpoints', { body, headers: { cookie } });
    expect(created.status).toBe(201);
    expect((await key.call('GET', `${ENDPOINTS}/${created.body.id}`)).status).toBe(200);
    const foreign = await create({}, await world.key());
    const answer = await api.call('GET', `/portal/api/webhook-endpoints/${foreign.id}`, { headers: { cookie } });
    expect(answer.status).toBe(404);
    expect((await api.call('GET', '/v1/webhook-endpoints', { headers: { cookie } })).status).toBe(401);
  });
});

describe('where webhooks are switched off', () => {
  it('409 for a new endpoint', async () => {
    const off = await TestApi.start({ WEBHOOKS_ENABLED: 'false' });
    const caller = await new World(off).key();
    const answer = await caller.call<ProblemView>('POST', ENDPOINTS, { body });
    expect([answer.status, answer.body.code]).toEqual([409, 'webhooks_unavailable']);
    await off.stop();
  });
});
