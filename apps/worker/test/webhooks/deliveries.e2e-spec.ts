import { createLogger } from '@billhook/platform/logger';
import { attemptPartitions } from '@billhook/webhooks/deliveries/attempt-partitions';
import { AttemptRecorder } from '@billhook/webhooks/deliveries/attempt-recorder';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { EndpointStates } from '@billhook/webhooks/endpoints/endpoint-states';
import { Relay } from '@billhook/webhooks/engine/relay';
import { GONE_MS } from '@billhook/webhooks/engine/worker-heartbeat';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answered } from '../support/attempt-record.js';
import { World } from '../support/world.js';

const silent = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

let world: World;
let deliveries: DeliveryStates;
let workerId: number;
let relay: Relay;

beforeAll(async () => {
  world = await World.create();
  deliveries = new DeliveryStates(world.db.autocommit, world.uow);
  workerId = await world.createWorker();
  relay = new Relay(world.uow, { fanOut: true, firstWaitMs: 0 });
});
afterAll(() => world.close());
afterEach(async () => {
  await world.sql('TRUNCATE webhook_attempts, webhook_deliveries, events CASCADE');
  await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
});

const claim = (places: number, by = workerId) => deliveries.claim(by, { places, bytes: 1_000_000_000, full: [] });

/** Simulates a worker without a heartbeat for this time. */
const silence = (id: number, ms: number) =>
  world.sql(`UPDATE webhook_workers SET beat_at = now() - $2 * interval '1 millisecond' WHERE id = $1`, [id, ms]);

async function tell(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await world.record();
  await relay.run();
}

describe('claim', () => {
  it('respects the limit of an endpoint in parallel claims of several workers', async () => {
    const busy = await world.createEndpoint('/busy');
    const other = await world.createEndpoint('/other', { types: ['client.updated'] });
    await tell(35);
    await world.record(undefined, 'client.updated');
    await relay.run();
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(8)));
    const claimed = claims.flatMap((claim) => claim.claimed);
    expect(claimed.filter(({ endpointId }) => endpointId === busy.id)).toHaveLength(10);
    expect(claimed.filter(({ endpointId }) => endpointId === other.id)).toHaveLength(1);
    expect(new Set(claimed.map(({ deliveryId }) => deliveryId)).size).toBe(11);
    expect(await claim(8)).toMatchObject({ claimed: [], blocked: true });
    // Oldest first.
    const ofBusy = claimed.filter(({ endpointId }) => endpointId === busy.id);
    expect(ofBusy.map(({ sequence }) => sequence).sort((a, b) => Number(a) - Number(b))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    await deliveries.record(
      ofBusy.slice(0, 4).map((delivery) => answered(delivery, 'Succeeded')),
      [],
    );
    expect((await claim(100)).claimed).toHaveLength(4);
  });

  it('writes the attempt before it is sent', async () => {
    const endpoint = await world.createEndpoint('/before');
    await tell(1);
    const { claimed, blocked } = await claim(10);
    expect(blocked).toBe(false);
    expect(claimed).toMatchObject([
      { number: 1, trigger: 'Schedule', step: 0, sequence: 1, url: world.receiver.url + '/before' },
    ]);
    expect(await world.attempts(claimed[0]?.deliveryId ?? 0)).toMatchObject([{ number: 1, outcome: null }]);
    expect(await world.deliveries(endpoint)).toMatchObject([
      { status: 'Sending', attempt_count: 1, next_attempt_at: null },
    ]);
    expect(await claim(10)).toEqual({ isGone: false, claimed: [], blocked: false, opensInMs: undefined });
  });
});

describe('the deliveries of a worker', () => {
  it('are due again when its heartbeat stops, as a further attempt, and use no step', async () => {
    const endpoint = await world.createEndpoint('/silent');
    const silent = await world.createWorker();
    await tell(1);
    await claim(10, silent);
    await silence(silent, GONE_MS - 1_000);
    expect(await deliveries.releaseGone(GONE_MS)).toBe(0);
    await silence(silent, GONE_MS + 1);
    expect(await deliveries.releaseGone(GONE_MS)).toBe(1);
    const [again] = (await claim(10)).claimed;
    expect(again).toMatchObject({ number: 2, step: 0 });
    const [delivery] = await world.deliveries(endpoint);
    expect((await world.attempts(delivery?.id ?? 0)).map(({ outcome }) => outcome)).toEqual(['Interrupted', null]);
  });

  it('are never held again under the row of a worker that counted as dead', async () => {
    await world.createEndpoint('/frozen');
    const frozen = await world.createWorker();
    await tell(2);
    const [held] = (await claim(1, frozen)).claimed;
    await silence(frozen, GONE_MS + 1);
    // The row stays while it holds deliveries, so none stays behind under it.
    await world.uow.run(async (tx) => {
      await tx.query({
        name: 'test_recording',
        text: 'SELECT FROM webhook_deliveries WHERE id = $1 FOR UPDATE',
        values: [held?.deliveryId],
      });
      expect(await deliveries.releaseGone(GONE_MS)).toBe(0);
    });
    await silence(frozen, 0);
    expect(await claim(10, frozen)).toMatchObject({ isGone: true, claimed: [] });
    expect(await deliveries.releaseGone(GONE_MS)).toBe(1);
    expect(await claim(10, frozen)).toMatchObject({ isGone: true, claimed: [] });
    expect((await claim(10)).claimed).toHaveLength(2);
  });

  it('are due again if it does not know them; those that it sends stay', async () => {
    const endpoint = await world.createEndpoint('/unknown');
    const [other, lost] = [await world.createWorker(), await world.createWorker()];
    await tell(3);
    const [theirs] = (await claim(1, other)).claimed;
    const [known] = (await claim(1, lost)).claimed;
    // The response to this claim never reaches the worker.
    await claim(1, lost);
    expect(await deliveries.releaseUnknown(lost, [known?.deliveryId ?? 0])).toBe(1);
    expect(await deliveries.releaseUnknown(lost, [known?.deliveryId ?? 0])).toBe(0);
    const rows = await world.deliveries(endpoint);
    expect(rows.map(({ status }) => status)).toEqual(['Sending', 'Sending', 'Waiting']);
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([theirs?.deliveryId, known?.deliveryId]);
    const [again] = (await claim(10)).claimed;
    expect(again).toMatchObject({ deliveryId: rows[2]?.id, number: 2, step: 0 });
    expect((await world.attempts(rows[2]?.id ?? 0)).map(({ outcome }) => outcome)).toEqual(['Interrupted', null]);
  });

  it('after a handback accept a late success, but not a failure', async () => {
    const endpoint = await world.createEndpoint('/late');
    await tell(2);
    const { claimed } = await claim(10);
    const [late, failed] = claimed;
    await deliveries.release(claimed, 'given back');
    const again = (await claim(10)).claimed;
    if (late && failed) await deliveries.record([answered(late, 'Succeeded'), answered(failed, 'Failed')], []);
    expect((await world.deliveries(endpoint)).map(({ status }) => status)).toEqual(['Delivered', 'Sending']);
    // The later attempt of the first delivery does not undo it.
    await deliveries.record(
      again.map((delivery) => answered(delivery, 'Failed')),
      [],
    );
    expect((await world.deliveries(endpoint)).map(({ status, schedule_step }) => [status, schedule_step])).toEqual([
      ['Delivered', 0],
      ['Waiting', 1],
    ]);
  });
});

describe('record', () => {
  it('may be repeated', async () => {
    const endpoint = await world.createEndpoint('/twice');
    await tell(1);
    const results = (await claim(10)).claimed.map((delivery) => answered(delivery, 'Failed'));
    await deliveries.record(results, []);
    await deliveries.record(results, []);
    expect(await world.deliveries(endpoint)).toMatchObject([{ status: 'Waiting', schedule_step: 1, attempt_count: 1 }]);
    const inMs = await deliveries.nextDueInMs();
    expect(inMs).toBeGreaterThan(50_000);
    expect(inMs).toBeLessThanOrEqual(60_000);
  });

  it('stores the results of others if an endpoint was deleted with its company meanwhile', async () => {
    const deleted = await world.createEndpoint('/deleted');
    const other = await world.createEndpoint('/left');
    await tell(1);
    const { claimed } = await claim(10);
    for (const table of ['webhook_deliveries', 'webhook_endpoint_stats', 'webhook_endpoint_states'])
      await world.sql(`DELETE FROM ${table} WHERE endpoint_id = $1`, [deleted.id]);
    await world.sql('DELETE FROM webhook_endpoints WHERE id = $1', [deleted.id]);

    const recorder = new AttemptRecorder(deliveries, new EndpointStates(world.uow), silent, () => undefined);
    for (const delivery of claimed) {
      const { endpointId } = delivery;
      const state = { url: 'http://127.0.0.1/', maxInFlight: 10, troubled: true, opens: false, first: true } as const;
      const result = { healthOutcome: 'Succeeded', holdMs: null, gone: false } as const;
      recorder.add({ record: answered(delivery, 'Succeeded'), endpointId, ...state, ...result }, true);
    }
    await recorder.idle();
    expect(await world.deliveries(other)).toMatchObject([{ status: 'Delivered' }]);
    const statement = {
      name: 'test_stats_of',
      text: 'SELECT succeeded FROM webhook_endpoint_stats WHERE endpoint_id = $1',
      values: [other.id],
    };
    expect(await world.db.query(statement)).toEqual([{ succeeded: 1 }]);
  });

  it('stores results on the pages of their attempts, without new index entries', async () => {
    await attemptPartitions({ db: world.db, uow: world.uow, logger: silent }, 30).maintain();
    await world.createEndpoint('/pages', { maxInFlight: 100 });
    await tell(60);
    const { claimed } = await claim(60);
    const counts = await world.uow.around(async (tx) => {
      // The view includes earlier transactions of the connection that are not reported yet.
      const count = async () => {
        const [row] = await tx.query<{ updated: number; inPlace: number }>({
          name: 'test_in_place',
          text: `SELECT sum(n_tup_upd)::integer AS updated, sum(n_tup_hot_upd)::integer AS "inPlace"
            FROM pg_stat_xact_user_tables WHERE relname LIKE 'webhook_attempts%'`,
        });
        return row ?? { updated: 0, inPlace: 0 };
      };
      const before = await count();
      await deliveries.record(
        claimed.map((delivery) => answered(delivery, 'Succeeded')),
        [],
      );
      const after = await count();
      return { updated: after.updated - before.updated, inPlace: after.inPlace - before.inPlace };
    });
    expect(counts).toEqual({ updated: 60, inPlace: 60 });
  });
});

describe('relay', () => {
  it('numbers events by commit, without gaps, in parallel runs', async () => {
    const endpoint = await world.createEndpoint('/order');
    await Promise.all(Array.from({ length: 30 }, () => world.record()));
    const runs = await Promise.all([relay.run(), relay.run(), relay.run()]);
    expect(runs.reduce((sum, { events }) => sum + events, 0)).toBe(30);
    const sequences = (await world.deliveries(endpoint)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(await world.bodies()).toHaveLength(30);
  });

  it('with webhooks switched off numbers events and creates no deliveries, then or later', async () => {
    const endpoint = await world.createEndpoint('/switched-off');
    await world.record();
    expect(await new Relay(world.uow, { fanOut: false, firstWaitMs: 0 }).run()).toMatchObject({
      events: 1,
      deliveries: 0,
    });
    expect(await relay.run()).toEqual({ events: 0, deliveries: 0, held: [], requestIds: [], more: false });
    expect(await world.deliveries(endpoint)).toEqual([]);
  });
});
