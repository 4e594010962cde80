import { setTimeout as sleep } from 'node:timers/promises';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { EventView } from '@billhook/contract/webhooks/event';
import { GRANTABLE_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { readPermissionOf } from '@billhook/domain/webhooks/event-access';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { EventStreamClient, type StreamedEvent } from '../support/sse.js';
import { DELIVERIES, ENDPOINTS, endpointBody, WebhookWorld } from '../support/webhooks.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

// `integration.write` and `event.read` show a record only with the permission to read it.
let hooks: WebhookWorld;
const streams: EventStreamClient[] = [];

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});
afterEach(() => streams.splice(0).forEach((stream) => stream.close()));
afterAll(() => hooks.stop());

/** Numbers all events recorded so far, as the worker does. */
const sequence = () => relayOf(hooks.api).run();

const list = async (by: KeyCaller, query = '') => (await by.call<ListOf<EventView>>('GET', `/v1/events?${query}`)).body;

async function listen(by: KeyCaller): Promise<EventStreamClient> {
  const stream = await EventStreamClient.open(hooks.api, by, { query: '?after=beginning' });
  streams.push(stream);
  return stream;
}

describe('event types of records that the caller may not read', () => {
  const types = ['client.created', 'invoice.paid'];
  let owner: SeededMember;
  let whole: KeyCaller;
  let by: KeyCaller;

  beforeAll(async () => {
    owner = await hooks.world.member(await hooks.world.company());
    whole = await hooks.world.key({ member: owner });
    by = await hooks.world.key({ member: owner, scopes: ['integration.write', 'client.read'] });
  });

  const REFUSED = {
    status: 403,
    code: 'insufficient_scope',
    requiredPermissions: ['integration.write', 'client.read', 'invoice.read'],
    missing: ['invoice.read'],
    held: ['client.read', 'integration.write'],
    whoCanFix: 'key_owner',
    fixUrl: 'http://localhost:3000/settings/api-keys?create=1&scopes=integration.write,client.read,invoice.read',
  };
  const put = (caller: KeyCaller, id: string, body: object) =>
    caller.call<ProblemView>('PUT', `${ENDPOINTS}/by-external-id/${id}`, { body: { ...endpointBody, ...body } });

  it('403 to create an endpoint for them, with the missing permission and how to get it; 201 for the others', async () => {
    const create = (body: object) => by.call<ProblemView>('POST', ENDPOINTS, { body: { ...endpointBody, ...body } });
    expect((await create({})).body).toMatchObject(REFUSED);
    // Rejected before the rest of the body is validated.
    expect((await create({ url: 'http://10.0.0.1/' })).body).toMatchObject(REFUSED);
    expect((await put(by, 'erp', {})).body).toMatchObject(REFUSED);
    expect((await by.call<ListOf<unknown>>('GET', ENDPOINTS)).body.data).toEqual([]);
    expect((await create({ eventTypes: ['client.created'] })).status).toBe(201);
    expect((await put(by, 'erp', { eventTypes: ['client.updated'] })).status).toBe(201);
  });

  it('403 creator_permission_lost where the key carries it and its creator holds it no more', async () => {
    const member = await hooks.world.member(owner.companyId, { permissions: ['integration.write', 'client.read'] });
    const key = await hooks.world.key({ member, scopes: ['integration.write', 'client.read', 'invoice.read'] });
    expect((await key.call('POST', ENDPOINTS, { body: endpointBody })).body).toMatchObject({
      status: 403,
      code: 'creator_permission_lost',
      missing: ['invoice.read'],
      whoCanFix: 'administrator',
      fixUrl: `http://localhost:3000/settings/members/${member.id}`,
    });
  });

  it('of an endpoint that has them, 403 to send them elsewhere, in another form or by another filter; the rest stays possible', async () => {
    const { id } = await hooks.create({ externalId: 'kept' }, whole);
    const path = `${ENDPOINTS}/${id}`;
    const patch = (body: object) => by.call<ProblemView>('PATCH', path, { body });
    for (const body of [
      { url: 'https://elsewhere.example/' },
      { filter: { field: 'name', startsWith: 'A' } },
      { payload: 'Changes' },
      { headers: { 'X-Tenant': 'other' } },
      { eventTypes: ['client.updated', 'invoice.paid'], url: 'https://elsewhere.example/' },
    ]) {
      expect([body, (await patch(body)).body]).toMatchObject([body, REFUSED]);
      expect((await put(by, 'kept', body)).body).toMatchObject(REFUSED);
    }
    expect((await patch({ eventTypes: [...types, 'payment.created'] })).body).toMatchObject({
      status: 403,
      missing: ['payment.read'],
    });
    expect((await whole.call<WebhookEndpointView>('GET', path)).body).toMatchObject({ version: 1, eventTypes: types });

    // Sending the current value is not a change.
    for (const body of [
      { url: endpointBody.url, eventTypes: types, payload: 'Full', description: 'The ERP' },
      { eventTypes: ['client.updated', 'invoice.paid'] },
      { ordering: 'PerRecord', limits: { inFlight: 1 } },
      { status: 'Disabled' },
    ])
      expect([body, (await patch(body)).status]).toEqual([body, 200]);
    expect((await by.call('POST', `${path}/enable`)).status).toBe(200);
    expect((await put(by, 'kept', { eventTypes: ['invoice.paid'] })).status).toBe(200);
  });
});

describe('a delivery of a record that the caller may not read', () => {
  const keyOf = async (...scopes: Permission[]) =>
    hooks.world.key({ member: await hooks.world.member(hooks.key.companyId), scopes });

  it('200 without request and response, with the missing permission; shows the subject', async () => {
    hooks.receiver.answer('/unread', { status: 200, headers: { 'x-why': 'echo' }, body: 'I got Lumen' });
    const { delivery } = await hooks.deliver('/unread', 'Delivered');
    const path = `${DELIVERIES}/${delivery.id}`;
    const { body: whole } = await hooks.key.call<WebhookDeliveryDetail>('GET', path);
    expect(whole.missingPermission).toBeNull();
    const { body } = await (await keyOf('integration.write', 'invoice.read')).call<WebhookDeliveryDetail>('GET', path);
    const [attempt] = whole.attempts;
    const { 'webhook-signature': signature, 'content-length': length, ...headers } = attempt?.request.headers ?? {};
    expect([signature, length]).toEqual([expect.any(String), expect.any(String)]);
    expect(body).toEqual({
      ...whole,
      body: null,
      bodies: {},
      missingPermission: 'client.read',
      attempts: [
        {
          ...attempt,
          request: { ...attempt?.request, headers, signatureBase: null },
          response: { ...attempt?.response, body: null },
          responseBody: null,
        },
      ],
    });
    const reader = await keyOf('integration.write', 'client.read');
    expect((await reader.call<WebhookDeliveryDetail>('GET', path)).body).toEqual(whole);
  });

  it('202 to resend it to the same endpoint: the response contains nothing of it', async () => {
    const { delivery } = await hooks.deliver('/unread-again', 'Delivered');
    const by = await keyOf('integration.write');
    const answer = await by.call('POST', `${DELIVERIES}/${delivery.id}/resend`);
    expect([answer.status, 'body' in answer.body]).toEqual([202, false]);
  });

  it('403 to send its event, or an example of its type, as a test', async () => {
    const { endpoint, delivery } = await hooks.deliver('/unread-test', 'Delivered');
    const by = await keyOf('integration.write', 'invoice.read');
    const test = (body: object) => by.call<ProblemView>('POST', `${ENDPOINTS}/${endpoint.id}/test`, { body });
    const refused = await test({ eventId: delivery.eventId });
    expect(refused.body).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      requiredPermissions: ['integration.write', 'client.read'],
      missing: ['client.read'],
    });
    expect((await test({ eventType: 'client.created' })).body).toMatchObject({ status: 403, missing: ['client.read'] });
    expect((await test({ eventType: 'invoice.paid' })).status).toBe(202);
    // A delivery can have the same id.
    const audited = (await hooks.audited(endpoint.id)).filter((action) => action.startsWith('webhook_endpoint.'));
    expect(audited).toEqual(['webhook_endpoint.created', 'webhook_endpoint.tested']);
  });
});

describe('an event whose record the key may not read', () => {
  /** A company with events of all four resources, and a key that may read some of them. */
  const withEvents = async (...scopes: Permission[]) => {
    const member = await hooks.world.member(await hooks.world.company());
    const made = new Records(await hooks.world.key({ member }));
    const client = await made.client();
    await made.paid(await made.sent({ clientId: client.id }));
    await made.quote({ clientId: client.id });
    await sequence();
    return { member, whole: await hooks.world.key({ member }), by: await hooks.world.key({ member, scopes }) };
  };
  const bare = ({ id, type, createdAt }: EventView) => ({ id, type, createdAt });

  it('200 with its id, type and time, and with the permission that is missing; in the list, from a place, and alone', async () => {
    const { whole, by } = await withEvents('event.read');
    for (const query of ['', 'after=beginning']) {
      const { data: all } = await list(whole, query);
      const { data } = await list(by, query);
      expect(data).toHaveLength(6);
      expect(data).toEqual(
        all.map((event) => ({ ...bare(event), data: null, missingPermission: readPermissionOf(event.type) })),
      );
      for (const [n, event] of data.entries()) {
        expect(Object.keys(event)).toEqual(['id', 'type', 'createdAt', 'data', 'missingPermission']);
        expect((await by.call('GET', `/v1/events/${event.id}`)).body).toEqual(data[n]);
      }
    }
    const answer = await by.call('GET', '/v1/events');
    expect(answer.text).not.toMatch(/Lumen|total|"number"/);
  });

  it('200 with the others whole, to the byte; a filter by type shows no more', async () => {
    const { whole, by } = await withEvents('event.read', 'invoice.read', 'client.read');
    const [{ data: all }, { data }] = [await list(whole), await list(by)];
    for (const [n, event] of data.entries()) {
      const isRead = /^(invoice|client)\./.test(event.type);
      expect(event).toEqual(
        isRead ? all[n] : { ...bare(event), data: null, missingPermission: readPermissionOf(event.type) },
      );
      if (!isRead) continue;
      const path = `/v1/events/${event.id}`;
      expect((await by.call('GET', path)).text).toBe((await whole.call('GET', path)).text);
    }
    expect((await list(by, 'types=quote.created')).data).toMatchObject([
      { type: 'quote.created', data: null, missingPermission: 'quote.read' },
    ]);
  });

  it('200 by what the creator of the key holds now', async () => {
    const { member, whole } = await withEvents();
    const permissions = GRANTABLE_PERMISSIONS.filter((each) => each !== 'payment.read');
    await hooks.world.change(member, { permissions });
    const { data } = await list(whole);
    expect(data.filter((event) => event.data === null).map(({ type }) => type)).toEqual(['payment.created']);
  });
});

describe('a stream of records that the key may not all read', () => {
  it('sends their ids and types; applies changes of permissions immediately', async () => {
    const member = await hooks.world.member(await hooks.world.company());
    const [whole, by] = [
      await hooks.world.key({ member }),
      await hooks.world.key({ member, scopes: ['event.read', 'client.read'] }),
    ];
    await new Records(whole).draft();
    await sequence();
    const open = [await listen(whole), await listen(by)];
    const shown = ({ data }: StreamedEvent) => JSON.parse(data) as EventView;
    const [[client, invoice] = [], [mine, bare] = []] = await Promise.all(open.map((stream) => stream.waitFor(2)));
    expect(mine).toEqual(client);
    expect(bare).toMatchObject({ id: invoice?.id, event: 'invoice.created' });
    expect(bare && invoice && shown(bare)).toEqual({
      ...(invoice && shown(invoice)),
      data: null,
      missingPermission: 'invoice.read',
    });

    await hooks.world.change(member, { permissions: GRANTABLE_PERMISSIONS.filter((each) => each !== 'client.read') });
    // Each stream reads the permissions of its key every second.
    for (let n = 3, last = mine; n < 200 && last && shown(last).data !== null; n++) {
      await new Records(whole).client();
      await sequence();
      last = (await open[1]?.waitFor(n))?.at(-1);
      await sleep(50);
    }
    expect(JSON.parse(open[1]?.events.at(-1)?.data ?? 'null')).toMatchObject({
      type: 'client.created',
      data: null,
      missingPermission: 'client.read',
    });
  });
});
