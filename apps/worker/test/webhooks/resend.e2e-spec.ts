import { exampleMessage } from '@billhook/contract/examples/example-events';
import { eventually } from '@billhook/testing/patience';
import { createTestDelivery, resend } from '@billhook/webhooks/deliveries/delivery-actions.sql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { settled as settledIn, switchOff } from '../support/delivery-steps.js';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { verify, World, type DeliveryRow, type TestEndpoint } from '../support/world.js';

let world: World;
let worker: RunningWorker;

beforeAll(async () => {
  world = await World.create();
  worker = await startWorker(world.env({ WEBHOOK_RETRY_SCHEDULE: '0,0,60' }));
});
afterAll(async () => {
  await worker.stop();
  await world.close();
});
afterEach(() => world.sql('UPDATE webhook_endpoints SET deleted_at = now()'));

/** Records an event and triggers the engine. */
async function tell(): Promise<void> {
  await world.record();
  await worker.engine.poke();
}

const settled = (endpoint: TestEndpoint, ...statuses: string[]): Promise<DeliveryRow> =>
  settledIn(world, endpoint, ...statuses);

describe('manual resend', () => {
  it('keeps the schedule if it fails, and ends it if it succeeds', async () => {
    const endpoint = await world.createEndpoint('/resend');
    world.receiver.answer(endpoint.path, (count) => ({ status: count <= 3 ? 500 : 200 }));
    await tell();
    await world.receiver.waitFor(endpoint.path, 2);
    const before = await settled(endpoint, 'Waiting');
    const again = () => world.uow.run((tx) => resend(tx, world.companyId, before.id));

    expect(await again()).toBe('Queued');
    // A second click has no further effect.
    expect(await again()).toBe('Queued');
    await worker.engine.poke();
    await world.receiver.waitFor(endpoint.path, 3);
    const after = await eventually('the failure is recorded', async () => {
      const [delivery] = await world.deliveries(endpoint);
      return delivery?.status === 'Waiting' && delivery.trigger === 'Schedule' ? delivery : undefined;
    });
    expect(after).toMatchObject({ attempt_count: 3, schedule_step: before.schedule_step });
    expect(after.next_attempt_at).toEqual(before.next_attempt_at);

    await again();
    await worker.engine.poke();
    expect(await settled(endpoint, 'Delivered')).toMatchObject({
      attempt_count: 4,
      next_attempt_at: null,
      trigger: 'Schedule',
    });
    expect((await world.attempts(before.id)).map(({ trigger }) => trigger)).toEqual([
      'Schedule',
      'Schedule',
      'Manual',
      'Manual',
    ]);
  });

  it('of a delivered message leaves it delivered if it fails', async () => {
    const endpoint = await world.createEndpoint('/again');
    world.receiver.answer(endpoint.path, (count) => ({ status: count === 1 ? 200 : 500 }));
    await tell();
    const { id } = await settled(endpoint, 'Delivered');
    await world.uow.run((tx) => resend(tx, world.companyId, id));
    await worker.engine.poke();
    await world.receiver.waitFor(endpoint.path, 2);
    const delivery = await settled(endpoint, 'Delivered');
    expect(delivery).toMatchObject({ attempt_count: 2, last_response_status: 500, next_attempt_at: null });
  });

  it('is rejected for another company and for a disabled endpoint', async () => {
    const endpoint = await world.createEndpoint('/refused');
    await tell();
    const { id } = await settled(endpoint, 'Delivered');
    const other = await world.createCompany();
    expect(await world.uow.run((tx) => resend(tx, other, id))).toBe('NotFound');
    await switchOff(world, endpoint);
    expect(await world.uow.run((tx) => resend(tx, world.companyId, id))).toBe('EndpointDisabled');
  });

  it('a test is one attempt, signed, without a number, and outside the event log', async () => {
    const endpoint = await world.createEndpoint('/test');
    world.receiver.answer(endpoint.path, { status: 500 });
    const { id, ...example } = exampleMessage('client.created');
    const text = JSON.stringify({ id, ...example });
    const message = { id, type: 'client.created', resourceId: 1, text, at: new Date() } as const;
    await world.uow.run((tx) => createTestDelivery(tx, endpoint, message));
    await worker.engine.poke();
    const [request] = await world.receiver.waitFor(endpoint.path, 1);
    expect(request?.body.toString()).toBe(text);
    expect(request?.headers).not.toHaveProperty('webhook-sequence');
    if (request) verify(endpoint, request);
    expect(await settled(endpoint, 'Failed')).toMatchObject({ sequence: null, attempt_count: 1 });
  });

  it('is cancelled with all waiting deliveries of a disabled endpoint, due or not', async () => {
    const endpoint = await world.createEndpoint('/cancel');
    world.receiver.answer(endpoint.path, { status: 500 });
    await tell();
    await world.receiver.waitFor(endpoint.path, 2);
    await settled(endpoint, 'Waiting');
    await switchOff(world, endpoint);
    await worker.engine.sweep();
    expect(await settled(endpoint, 'Cancelled')).toMatchObject({ next_attempt_at: null });
  });
});
