import { setTimeout as sleep } from 'node:timers/promises';
import type { ListOf } from '@billhook/contract/common';
import type { ProblemView } from '@billhook/contract/problem';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhook-delivery';
import type { WebhookEndpointView } from '@billhook/contract/webhook-endpoint';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DELIVERIES, ENDPOINTS, WebhookWorld } from './support/webhooks.js';

// 401, 403 and 404 of these routes: webhook-endpoints.e2e-spec.ts.
let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});
afterAll(() => hooks.stop());

describe('webhook-deliveries', () => {
  it('400 for an unknown status, and for a cursor of other filters', async () => {
    expect((await hooks.key.call('GET', `${DELIVERIES}?status=Lost`)).status).toBe(400);
    await hooks.deliver('/paged', 'Delivered');
    const first = await hooks.key.call<ListOf<WebhookDeliveryView>>('GET', `${DELIVERIES}?limit=1`);
    const answer = await hooks.key.call<ProblemView>(
      'GET',
      `${DELIVERIES}?status=Failed&cursor=${first.body.page.nextCursor}`,
    );
    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_mismatch']);
  });

  it('200: what was sent is what the record answered, byte for byte, with every attempt', async () => {
    const { endpoint, delivery } = await hooks.deliver('/read', 'Delivered');
    const [request] = await hooks.receiver.waitFor('/read', 1);
    const { body: detail } = await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`);
    expect(detail.body).toBe(request?.body.toString());
    expect(detail.attempts).toMatchObject([
      { number: 1, trigger: 'Schedule', outcome: 'Succeeded', responseStatus: 200, error: null },
    ]);
    const { data } = JSON.parse(detail.body) as { data: { id: number } };
    const record = await hooks.key.call('GET', `/v1/clients/${data.id}`);
    expect(detail.body.endsWith(`"data":${record.text}}`)).toBe(true);
    expect(
      (await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`)).body.deliveries.delivered,
    ).toBe(1);
  });

  it('resend: 409 where the endpoint is disabled; 202 otherwise, once however often it is asked', async () => {
    hooks.receiver.answer('/resent', (count) => ({ status: count === 1 ? 500 : 200 }));
    const { endpoint, delivery } = await hooks.deliver('/resent', 'Waiting');
    const path = `${DELIVERIES}/${delivery.id}/resend`;
    // The engine goes on looking for 150 ms after an event; both requests are to come before its next look.
    await sleep(400);
    const answers = await Promise.all([hooks.key.call('POST', path), hooks.key.call('POST', path)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await hooks.engine.poke();
    await hooks.settled(endpoint.id, 'Delivered');
    expect(hooks.receiver.at('/resent')).toHaveLength(2);
    expect(await hooks.audited(delivery.id)).toContain('webhook_delivery.resent');

    await hooks.key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { status: 'Disabled' } });
    const refused = await hooks.key.call<ProblemView>('POST', path);
    expect([refused.status, refused.body.code]).toEqual([409, 'endpoint_disabled']);
  });
});
