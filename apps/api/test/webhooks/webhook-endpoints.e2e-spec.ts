import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import { MOST_ENDPOINTS } from '@billhook/domain/shared/webhook-limits';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { TestApi } from '../support/api.js';
import { DELIVERIES, ENDPOINTS, endpointBody, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import { World, type KeyCaller } from '../support/world.js';

let hooks: WebhookWorld;
let reader: KeyCaller;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  reader = await hooks.world.key({ scopes: ['invoice.read'] });
});
afterAll(() => hooks.stop());

describe('every route', () => {
  const routes = [
    ['GET', ENDPOINTS],
    ['POST', ENDPOINTS],
    ['GET', `${ENDPOINTS}/1`],
    ['PATCH', `${ENDPOINTS}/1`],
    ['DELETE', `${ENDPOINTS}/1`],
    ['GET', `${ENDPOINTS}/1/secret`],
    ['POST', `${ENDPOINTS}/1/rotate-secret`],
    ['GET', `${ENDPOINTS}/1/secrets`],
    ['POST', `${ENDPOINTS}/1/end-previous-secrets`],
    ['POST', `${ENDPOINTS}/1/test`],
    ['POST', `${ENDPOINTS}/1/enable`],
    ['POST', `${ENDPOINTS}/1/disable`],
    ['GET', `${ENDPOINTS}/1/deliveries`],
    ['GET', `${ENDPOINTS}/1/stats`],
    ['GET', `${ENDPOINTS}/by-external-id/erp`],
    ['PUT', `${ENDPOINTS}/by-external-id/erp`],
    ['GET', DELIVERIES],
    ['GET', `${DELIVERIES}/1`],
    ['POST', `${DELIVERIES}/1/resend`],
    ['POST', `${DELIVERIES}/1/cancel`],
  ] as const;

  it.each(routes)('401 without a credential: %s %s', async (method, path) => {
    const answer = await hooks.api.call<ProblemView>(method, path);
    expect([answer.status, answer.body.code]).toEqual([401, 'credential_missing']);
    const portal = await hooks.api.call<ProblemView>(method, path.replace('/v1', '/portal/api'));
    expect([portal.status, portal.body.code]).toEqual([401, 'portal_session_missing']);
  });

  it.each(routes)('403 without integration.write: %s %s', async (method, path) => {
    const answer = await reader.call<ProblemView>(method, path);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'insufficient_scope', missing: ['integration.write'] });
  });

  it("404 for another company's endpoint and delivery, which stay as they are", async () => {
    const { endpoint, delivery } = await hooks.deliver('/others', 'Delivered');
    const other = await hooks.world.key();
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
    const own = await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`);
    expect(own.body).toMatchObject({ status: 'Enabled', version: 1 });
    for (const path of [ENDPOINTS, DELIVERIES]) {
      expect((await other.call<ListOf<unknown>>('GET', path)).body.data).toEqual([]);
    }
  });
});

describe('POST /v1/webhook-endpoints', () => {
  it.each([
    ['https://127.0.0.2.example@evil.example/', 'The URL must not contain a user name or a password.'],
    ['https://example.com/#part', 'The URL must not contain a fragment, because it is never sent.'],
    ['ftp://example.com/', 'The URL must begin with https:// or http://.'],
    ['https://169.254.169.254/latest/meta-data', 'The address is not public.'],
    ['https://2852039166/', 'The address is not public.'],
    ['https://[fd00:ec2::254]/', 'The address is not public.'],
    ['https://10.0.0.1:22/', 'The address is not public.'],
    ['https://example.com:25/', 'Port 25 is reserved for a protocol other than HTTP.'],
    ['https://example.com:0/', 'Port 0 is reserved for a protocol other than HTTP.'],
    ['example.com', 'This is not a URL.'],
  ])('422 endpoint_refused for %s', async (url, reason) => {
    const answer = await hooks.key.call<ProblemView>('POST', ENDPOINTS, { body: { ...endpointBody, url } });
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
    const answer = await hooks.key.call<ProblemView>('POST', ENDPOINTS, { body: { ...endpointBody, ...overrides } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('409 for one more than a company may have, with the number', async () => {
    const crowded = await hooks.world.key();
    await Promise.all(Array.from({ length: MOST_ENDPOINTS }, () => hooks.create({}, crowded)));
    const answer = await crowded.call<ProblemView>('POST', ENDPOINTS, { body: endpointBody });
    expect(answer.body).toMatchObject({
      status: 409,
      code: 'endpoint_limit',
      detail: expect.stringContaining(`${MOST_ENDPOINTS} endpoints`),
      limit: MOST_ENDPOINTS,
    });
  });

  it('201 with the secret, once; it is encrypted at rest and audited without it', async () => {
    const answer = await hooks.key.call<CreatedEndpoint>('POST', ENDPOINTS, {
      body: { ...endpointBody, description: 'Books' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { secret, ...view } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(view).toMatchObject({ ...endpointBody, description: 'Books', status: 'Enabled', version: 1 });
    expect(view.deliveries).toEqual({ delivered: 0, failed: 0, waiting: 0 });
    const got = await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${view.id}`);
    expect(got.body).toEqual(view);
    const stored = await hooks.api.database.query({
      name: 'test_stored',
      text: `SELECT e.*, a.details FROM webhook_endpoints e JOIN audit_log a ON a.target = e.id::text WHERE e.id = $1`,
      values: [view.id],
    });
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 26));
    expect(await hooks.audited(view.id)).toEqual(['webhook_endpoint.created']);
  });
});

describe('GET /v1/webhook-endpoints', () => {
  it('400 for an unknown parameter', async () => {
    expect((await hooks.key.call('GET', `${ENDPOINTS}?colour=red`)).status).toBe(400);
  });

  it('200, newest first, page by page, without deleted ones and without secrets', async () => {
    const own = await hooks.world.key();
    const made = [await hooks.create({}, own), await hooks.create({}, own), await hooks.create({}, own)];
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
    const { id } = await hooks.create();
    const answer = await hooks.key.call<ProblemView>('PATCH', `${ENDPOINTS}/${id}`, {
      body: { url: 'https://10.0.0.1/' },
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'endpoint_refused']);
    expect((await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`)).body.url).toBe(endpointBody.url);
  });

  it('200: omitted members stay; disabling cancels waiting deliveries', async () => {
    hooks.receiver.answer('/patched', { status: 500 });
    const { endpoint, delivery } = await hooks.deliver('/patched', 'Waiting');
    const answer = await hooks.key.call<WebhookEndpointView>('PATCH', `${ENDPOINTS}/${endpoint.id}`, {
      body: { status: 'Disabled' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      url: endpoint.url,
      eventTypes: endpointBody.eventTypes,
      status: 'Disabled',
      disabledReason: 'Manual',
      version: 2,
    });
    await hooks.engine.sweep();
    await hooks.settled(endpoint.id, 'Cancelled');
    await hooks.engine.sweep();
    const after = await hooks.key.call<WebhookDeliveryView>('GET', `${DELIVERIES}/${delivery.id}`);
    expect(after.body).toMatchObject({ status: 'Cancelled', nextAttemptAt: null });
    expect(await hooks.audited(endpoint.id)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.updated']);
  });
});

describe('DELETE /v1/webhook-endpoints/{id}', () => {
  it('204, then 404; its deliveries stay to be read, and what waits is cancelled', async () => {
    const { endpoint, delivery } = await hooks.deliver('/deleted', 'Delivered');
    expect((await hooks.key.call('DELETE', `${ENDPOINTS}/${endpoint.id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect((await hooks.key.call(method, `${ENDPOINTS}/${endpoint.id}`)).status).toBe(404);
    }
    expect((await hooks.key.call('GET', `${DELIVERIES}/${delivery.id}`)).status).toBe(200);
    expect(await hooks.audited(endpoint.id)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.deleted']);

    hooks.receiver.answer('/deleted-waiting', { status: 500 });
    const waiting = await hooks.deliver('/deleted-waiting', 'Waiting');
    await hooks.key.call('DELETE', `${ENDPOINTS}/${waiting.endpoint.id}`);
    await hooks.engine.sweep();
    await hooks.settled(waiting.endpoint.id, 'Cancelled');
  });

  it('409 for a resend to it; its deliveries show the URL that it had', async () => {
    const { endpoint, delivery } = await hooks.deliver('/resent-deleted', 'Delivered');
    expect(delivery).toMatchObject({ endpointUrl: endpoint.url, endpointDeletedAt: null });
    const deletedAt = hooks.api.clock.now().toISOString();
    await hooks.key.call('DELETE', `${ENDPOINTS}/${endpoint.id}`);
    const refused = await hooks.key.call<ProblemView>('POST', `${DELIVERIES}/${delivery.id}/resend`);
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'endpoint_deleted',
      detail: expect.stringContaining('replay-missing'),
    });
    const { body } = await hooks.key.call<WebhookDeliveryView>('GET', `${DELIVERIES}/${delivery.id}`);
    expect(body).toMatchObject({ endpointUrl: endpoint.url, endpointDeletedAt: deletedAt });
  });
});

describe('the signing secret', () => {
  it('422 for an overlap beyond 7 days', async () => {
    const { id } = await hooks.create();
    const answer = await hooks.key.call<ProblemView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, {
      body: { overlapHours: 169 },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: '/overlapHours' }));
  });

  it('200: is shown again, and both secrets verify during a rotation', async () => {
    const { id, secret } = await hooks.create({ url: `${hooks.receiver.url}/rotated` });
    const shown = await hooks.key.call<WebhookSecretView>('GET', `${ENDPOINTS}/${id}/secret`);
    expect(shown.body).toEqual({ secret, scheme: 'v1', createdAt: expect.any(String), previous: [] });
    expect(shown.headers.get('cache-control')).toBe('no-store');

    const rotated = await hooks.key.call<WebhookSecretView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, {
      body: { overlapHours: 1 },
    });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    expect(rotated.body.previous.map((old) => old.secret)).toEqual([secret]);

    await hooks.key.call('POST', `${ENDPOINTS}/${id}/test`, { body: {} });
    await hooks.engine.poke();
    const [request] = await hooks.receiver.waitFor('/rotated', 1);
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    for (const live of [secret, rotated.body.secret]) new Webhook(live).verify(request?.body ?? '', headers);

    const replaced = await hooks.key.call<WebhookSecretView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, {
      body: { overlapHours: 0 },
    });
    expect(replaced.body.previous).toEqual([]);
    expect(await hooks.audited(id)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.secret_viewed',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.tested',
      'webhook_endpoint.secret_rotated',
    ]);
  });
});

describe('the portal', () => {
  it('200: the same routes under the session that its link opened, for its own company alone', async () => {
    const member = await hooks.world.member(hooks.key.companyId);
    const settings = await hooks.world.session(member);
    const link = await settings.call<{ url: string }>('POST', '/app/webhook-portal-links');
    const { pathname, search } = new URL(link.body.url);
    const entered = await hooks.api.call('GET', pathname + search);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const created = await hooks.api.call<CreatedEndpoint>('POST', '/portal/api/webhook-endpoints', {
      body: endpointBody,
      headers: { cookie },
    });
    expect(created.status).toBe(201);
    expect((await hooks.key.call('GET', `${ENDPOINTS}/${created.body.id}`)).status).toBe(200);
    const foreign = await hooks.create({}, await hooks.world.key());
    const answer = await hooks.api.call('GET', `/portal/api/webhook-endpoints/${foreign.id}`, { headers: { cookie } });
    expect(answer.status).toBe(404);
    expect((await hooks.api.call('GET', '/v1/webhook-endpoints', { headers: { cookie } })).status).toBe(401);
  });
});

describe('where webhooks are switched off', () => {
  it('409 for a new endpoint', async () => {
    const off = await TestApi.start({ WEBHOOKS_ENABLED: 'false' });
    const caller = await new World(off).key();
    const answer = await caller.call<ProblemView>('POST', ENDPOINTS, { body: endpointBody });
    expect([answer.status, answer.body.code]).toEqual([409, 'webhooks_unavailable']);
    await off.stop();
  });
});
