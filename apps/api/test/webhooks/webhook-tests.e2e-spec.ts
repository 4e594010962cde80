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
