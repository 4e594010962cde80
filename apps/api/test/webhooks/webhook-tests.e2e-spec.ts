import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientBody } from '../support/bodies.js';
import { ENDPOINTS, WebhookWorld } from '../support/webhooks.js';

let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});
afterAll(() => hooks.stop());

describe('a test from a real event', () => {
  const test = (id: number, body: object) =>
    hooks.key.call<WebhookDeliveryView & Pick<ProblemView, 'errors'>>('POST', `${ENDPOINTS}/${id}/test`, { body });

  it('422 with a type as well, and for an event that is unknown, of another company, or a test; 410 for a cleared text', async () => {
    const { endpoint, delivery } = await hooks.deliver('/event-tests', 'Delivered');
    const { id } = endpoint;
    expect((await test(id, { eventId: delivery.eventId, eventType: 'invoice.paid' })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/eventId' }],
    });
    const first = await test(id, {});
    const stranger = await hooks.world.key();
    await stranger.call('POST', '/v1/clients', { body: clientBody });
    const [foreign] = await hooks.api.database.query<{ id: string }>({
      name: 'test_foreign_event',
      text: 'SELECT id FROM events WHERE company_id = $1',
      values: [stranger.companyId],
    });
    for (const eventId of ['msg_unknown', 'x', 'a\\b', first.body.eventId, foreign?.id]) {
      const answer = await test(id, { eventId });
      expect([eventId, answer.status, answer.body.errors?.[0]]).toMatchObject([
        eventId,
        422,
        { pointer: '/eventId', code: 'unknown_event' },
      ]);
    }
    await hooks.api.database.query({
      name: 'test_forget',
      text: 'UPDATE events SET body = NULL, changes = NULL WHERE id = $1',
      values: [delivery.eventId],
    });
    expect((await test(id, { eventId: delivery.eventId })).body).toMatchObject({ status: 410, code: 'event_expired' });
  });

  it('202: the same data under a new id, marked as a test', async () => {
    const { endpoint, delivery } = await hooks.deliver('/event-test', 'Delivered');
    await hooks.key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { payload: 'Changes' } });
    const answer = await test(endpoint.id, { eventId: delivery.eventId });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      test: true,
      sequence: null,
      eventType: 'client.created',
      resourceId: delivery.resourceId,
    });
    expect(answer.body.eventId).not.toBe(delivery.eventId);
    await hooks.engine.poke();
    const [real, copy] = await hooks.receiver.waitFor('/event-test', 2);
    expect(copy?.headers).toMatchObject({ 'webhook-test': 'true', 'webhook-id': answer.body.eventId });
    expect(real?.headers['webhook-test']).toBeUndefined();
    const dataOf = (text: string) => text.slice(text.indexOf('"data":'));
    const sent = copy?.body.toString() ?? '';
    expect(sent.startsWith(`{"id":"${answer.body.eventId}","type":"client.created","createdAt":`)).toBe(true);
    expect(dataOf(sent)).toBe(
      `${dataOf(real?.body.toString() ?? '').slice(0, -1)},"changes":null,"resourceVersion":1}`,
    );
  });
});

describe('the present state of a record', () => {
  type Sent = WebhookDeliveryView & Pick<ProblemView, 'errors' | 'code'>;
  const send = (id: number, body: object, by = hooks.key) =>
    by.call<Sent>('POST', `${ENDPOINTS}/${id}/send-record`, { body });
  const created = async (path: string, body: object, by = hooks.key) =>
    (await by.call<{ id: number }>('POST', `/v1/${path}`, { body })).body.id;

  it('401, 403 without the permission of the record, 404 for a record or an endpoint of another company', async () => {
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/present-refused` });
    const clientId = await created('clients', clientBody);
    const { status } = await fetch(`${hooks.api.url}${ENDPOINTS}/${id}/send-record`, { method: 'POST' });
    expect(status).toBe(401);
    const writer = await hooks.world.key({ scopes: ['integration.write', 'quote.read'] });
    for (const record of [
      { resource: 'client', id: clientId },
      { resource: 'credit_note', id: 1 },
    ]) {
      expect((await send(id, record, writer)).status).toBe(403);
    }
    const stranger = await hooks.world.key();
    const foreign = await created('clients', clientBody, stranger);
    expect((await send(id, { resource: 'client', id: foreign })).status).toBe(404);
    expect((await send(id, { resource: 'invoice', id: clientId + 1_000_000 })).status).toBe(404);
    expect((await send(id, { resource: 'client', id: foreign }, stranger)).status).toBe(404);
    expect(hooks.receiver.received.filter(({ path }) => path === '/present-refused')).toEqual([]);
  });

  it('422 for a resource without events, an unknown one, and a body without an id; 409 for a disabled endpoint', async () => {
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/present-invalid` });
    const clientId = await created('clients', clientBody);
    for (const [body, pointer] of [
      [{ resource: 'member', id: 1 }, '/resource'],
      [{ resource: 'client' }, '/id'],
      [{ resource: 'client', id: 'x' }, '/id'],
      [{ resource: 'client', id: clientId, eventType: 'client.created' }, '/eventType'],
    ] as const) {
      expect((await send(id, body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
    }
    const { body } = await send(id, { resource: 'credit_note', id: 1 });
    expect(body).toMatchObject({ status: 422, errors: [{ pointer: '/resource', code: 'no_event_type' }] });
    await hooks.key.call('POST', `${ENDPOINTS}/${id}/disable`, { body: {} });
    expect((await send(id, { resource: 'client', id: clientId })).body).toMatchObject({ code: 'endpoint_disabled' });
  });

  it('202: as its GET returns it, of the last event type, marked, once, and in no list of events', async () => {
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/present`, eventTypes: ['invoice.paid'] });
    const clientId = await created('clients', clientBody);
    await hooks.key.call('PATCH', `/v1/clients/${clientId}`, { body: { name: 'Lumen 2' } });
    const answer = await send(id, { resource: 'client', id: clientId });
    expect(answer.body).toMatchObject({ test: false, manual: true, sequence: null, eventType: 'client.updated' });
    expect(answer.status).toBe(202);
    hooks.receiver.answer('/present', { status: 500 });
    await hooks.engine.poke();
    const messages = await hooks.receiver.waitFor('/present', 1);
    const sent = messages.find(({ headers }) => headers['webhook-id'] === answer.body.eventId);
    expect(sent?.headers).toMatchObject({ 'webhook-manual': 'true', 'webhook-event-type': 'client.updated' });
    expect(sent?.headers).not.toHaveProperty('webhook-test');
    expect(sent?.headers).not.toHaveProperty('webhook-sequence');
    const record = await hooks.key.call('GET', `/v1/clients/${clientId}`);
    expect(JSON.parse(sent?.body.toString() ?? '')).toEqual({
      ...{ id: answer.body.eventId, type: 'client.updated', createdAt: expect.any(String) },
      data: record.body,
    });
    expect(await hooks.settled(id, 'Failed')).toMatchObject({ attemptCount: 1, manual: true });
    expect((await hooks.key.call('GET', `/v1/events/${answer.body.eventId}`)).status).toBe(404);
  });

  it('the usual type once its events are no longer stored', async () => {
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/present-old` });
    const clientId = await created('clients', clientBody);
    await hooks.api.database.query({
      name: 'test_forget_events',
      text: 'DELETE FROM events WHERE resource_id = $1 AND type = $2 AND company_id = $3 AND sequence IS NULL',
      values: [clientId, 'client.created', hooks.key.companyId],
    });
    expect((await send(id, { resource: 'client', id: clientId })).body.eventType).toBe('client.updated');
  });
});
