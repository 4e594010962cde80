import { appendFileSync } from 'node:fs';
import { Deliveries } from '@billhook/delivery/deliveries';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { World } from './world.js';

const say = (text: string): void => appendFileSync('/tmp/zz-review.txt', `${text}\n`);
let world: World;
beforeAll(async () => {
  world = await World.create();
}, 60_000);
afterAll(() => world.close());

describe('review', () => {
  it('L renewals beside records', async () => {
    const endpoint = await world.createEndpoint('/l');
    const rows = (await world.source.query(
      `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status, trigger, attempt_count, schedule_step, leased_until, created_at)
       SELECT $1, $2, 5000000 + n, 'client.created', 'client', n, n, 'Sending', 'Schedule', 1, 0, now() + interval '1 hour', now() FROM generate_series(1, 500) n RETURNING id`,
      [world.companyId, endpoint.id],
    )) as { id: number }[];
    await world.sql('ANALYZE webhook_deliveries');
    const ids = rows.map(({ id }) => Number(id));
    // As claims bring them: new ones first, then older ones whose retry has come.
    const leases = [...ids.slice(300), ...ids.slice(0, 300)].map((deliveryId) => ({ deliveryId, number: 1 }));
    const deliveries = new Deliveries(world.db, world.uow, 10_000);
    const base = { startedAt: new Date(), durationMs: 1, dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, remoteAddress: null, requestHeaders: {}, responseHeaders: {}, responseBody: null, responseTruncated: false, errorKind: null, spendsStep: true, number: 1, outcome: 'Failed' as const, responseStatus: 500, error: 'x', retryInMs: 5000 };
    const faults: string[] = [];
    const note = (what: string) => (error: { code?: string }) => void faults.push(`${what} ${error.code}`);
    for (let n = 0; n < 60; n++) {
      const chosen = [...ids].sort(() => Math.random() - 0.5).slice(0, 200);
      await Promise.all([
        deliveries.renew(leases).catch(note('renew')),
        deliveries.record(chosen.map((deliveryId) => ({ ...base, deliveryId })) as never, []).catch(note('record')),
      ]);
      await world.sql(`UPDATE webhook_deliveries SET status = 'Sending', next_attempt_at = NULL, leased_until = now() + interval '1 hour'`);
    }
    say(`L 60 renewals beside 60 records of 200: ${faults.length} faults: ${faults.join(', ')}`);
    expect(true).toBe(true);
  }, 120_000);

  it('M list of deliveries by what is rare', async () => {
    const endpoint = await world.createEndpoint('/m');
    await world.sql('DELETE FROM webhook_deliveries');
    await world.sql(
      `INSERT INTO events (id, company_id, type, resource_id, body, test, sequence, created_at) SELECT 'msg_m' || n, $1, 'client.created', n, '{}', false, n, now() FROM generate_series(1, 150000) n`,
      [world.companyId],
    );
    await world.sql(
      `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status, trigger, attempt_count, schedule_step, created_at, finished_at, last_response_status)
       SELECT $1, $2, position, 'client.created', 'client', resource_id, sequence, 'Delivered', 'Schedule', 1, 0, now(), now(), 200 FROM events`,
      [world.companyId, endpoint.id],
    );
    await world.sql('VACUUM ANALYZE webhook_deliveries, events');
    for (const condition of [`d.status = 'Failed'`, `d.last_response_status / 100 = 5`, `v.test = true`, `d.event_type = 'invoice.paid'`, `d.resource_id = 99999999`]) {
      const plan = (await world.source.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) SELECT d.*, v.id, v.test FROM webhook_deliveries d JOIN events v ON v.position = d.event_position WHERE d.company_id = $1 AND ${condition} ORDER BY d.id DESC LIMIT 26`, [world.companyId])) as { 'QUERY PLAN': string }[];
      const lines = plan.map((row) => row['QUERY PLAN']);
      say(`M ${condition}: ${lines.at(-1)} ${lines.find((line) => line.includes('Buffers')) ?? ''} ${lines.find((line) => line.includes('Rows Removed')) ?? ''}`);
    }
  }, 180_000);
});
