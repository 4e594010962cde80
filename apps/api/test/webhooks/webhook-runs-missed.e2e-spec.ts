import type { ProblemView } from '@billhook/contract/shared/problem';
import type { EnabledWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookStatsList } from '@billhook/contract/webhooks/endpoint-health';
import { PREVIEW_LIMITS, type WebhookPreviewView } from '@billhook/contract/webhooks/endpoint-preview';
import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { FILTER_COUNTS } from '@billhook/domain/webhooks/event-filter';
import { withCellOf } from '@billhook/testing/test-server';
import { COUNTS } from '@billhook/webhooks/endpoints/endpoints.repository';
import { EventHistoryRepository } from '@billhook/webhooks/events/event-history.repository';
import { Runs } from '@billhook/webhooks/runs/run-engine';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { clientBody } from '../support/bodies.js';
import { relayOf } from '../support/relay.js';
import { itRequires } from '../support/route-cases.js';
import { ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import type { KeyCaller } from '../support/world.js';

// 401, 403 and 404 of these routes: webhook-endpoints.e2e-spec.ts and webhook-runs.e2e-spec.ts.
const KEPT_DAYS = 7;
const BATCH = 200;

let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start({ WEBHOOK_RETENTION_DAYS: String(KEPT_DAYS) });
  // Deliveries and events are compared with the database's time.
  hooks.api.clock.set(new Date().toISOString());
});
afterAll(() => hooks.stop());

const daysAgo = (days: number): string => new Date(hooks.api.clock.now().getTime() - days * DAY_MS).toISOString();

/** Statements of a company, by default that of the suite. */
const sql = <T extends object>(text: string, values: unknown[], { companyId } = hooks.key): Promise<T[]> =>
  withCellOf(hooks.api.databaseUrl, companyId, async (client) => (await client.query<T>(text, values)).rows);

const act = <T>(by: KeyCaller, { id }: CreatedEndpoint, action: string, body?: object, headers = {}) =>
  by.call<T>('POST', `${ENDPOINTS}/${id}/${action}`, { body, headers });

const dry = { prefer: 'dry-run' };

/** A company with this many copies of an event, and an endpoint created afterwards whose filter matches all of them. */
async function withPast(copies: number, notes: string): Promise<{ by: KeyCaller; endpoint: CreatedEndpoint }> {
  const by = await hooks.world.key();
  await by.call('POST', '/v1/clients', { body: clientBody });
  await sql(
    `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at)
      SELECT 'msg_' || company_id || 'x' || n, company_id, 'client.updated', resource_id,
        replace(body, '"notes":null', '"notes":"' || $3 || '"'), false, created_at
      FROM events, generate_series(1, $2) n WHERE company_id = $1`,
    [by.companyId, copies, notes],
    by,
  );
  const relay = relayOf(hooks.api, { fanOut: true, firstWaitMs: 60_000 });
  while ((await relay.run()).more);
  const filter = { field: 'name', eq: clientBody.name };
  return { by, endpoint: await hooks.create({ eventTypes: ['client.created', 'client.updated'], filter }, by) };
}

describe('what a filter would have to read too much to count', () => {
  it('is not counted beforehand, and is known at the end of the run', async () => {
    const { by, endpoint } = await withPast(FILTER_COUNTS.events, 'a');
    const since = daysAgo(1);
    const tried = await act<WebhookRunView>(by, endpoint, 'replay-missing', { since }, dry);
    expect([tried.status, tried.body]).toMatchObject([202, { status: 'Running', total: null, done: 0 }]);
    const eventTypes = ['client.updated'];
    const fewer = await act<WebhookRunView>(by, endpoint, 'replay-missing', { since, eventTypes }, dry);
    expect(fewer.body.total).toBe(FILTER_COUNTS.events);

    await act(by, endpoint, 'disable');
    await sql('UPDATE webhook_endpoints SET disabled_at = $2 WHERE id = $1', [endpoint.id, since], by);
    const enabled = await act<EnabledWebhookEndpoint>(by, endpoint, 'enable');
    expect(enabled.body.missed).toMatchObject({ failed: 0, missing: null });

    const { body: run } = await act<WebhookRunView>(by, endpoint, 'replay-missing', { since });
    const seen = async () => (await by.call<WebhookRunView>('GET', `/v1/webhook-runs/${run.id}`)).body;
    const [entry] = await auditOf(hooks.api, by.companyId, 'webhook_run.started');
    expect([run.total, entry?.details]).toMatchObject([null, { total: null }]);
    const runs = new Runs(hooks.api.database, hooks.api.app.get(UnitOfWork));
    const work = () => hooks.api.within(by.companyId, () => runs.work(run.id));
    expect(await work()).toEqual({ sent: BATCH, more: true });
    expect(await seen()).toMatchObject({ status: 'Running', total: null, done: BATCH });
    // Sent messages would disturb the following ones.
    const clear = () =>
      sql(
        `UPDATE webhook_deliveries SET status = 'Delivered', finished_at = now() WHERE endpoint_id = $1`,
        [endpoint.id],
        by,
      );
    do await clear();
    while ((await work()).more);
    const all = FILTER_COUNTS.events + 1;
    expect(await seen()).toMatchObject({ status: 'Completed', total: all, done: all });
  });

  it('is also few events with long texts', async () => {
    const size = 3_000_000;
    const { by, endpoint } = await withPast(Math.ceil(FILTER_COUNTS.bytes / size), 'x'.repeat(size));
    const tried = await act<WebhookRunView>(by, endpoint, 'replay-missing', { since: daysAgo(1) }, dry);
    expect(tried.body.total).toBeNull();
    const eventTypes = ['client.created'];
    const one = await act<WebhookRunView>(by, endpoint, 'replay-missing', { since: daysAgo(1), eventTypes }, dry);
    expect(one.body.total).toBe(1);
  });
});

describe('the messages that an endpoint missed while it was disabled for longer than messages are kept', () => {
  it('is offered since a moment that a run takes', async () => {
    const endpoint = await hooks.create();
    await act(hooks.key, endpoint, 'disable');
    await sql('UPDATE webhook_endpoints SET disabled_at = $2 WHERE id = $1', [endpoint.id, daysAgo(10)]);
    const { missed } = (await act<EnabledWebhookEndpoint>(hooks.key, endpoint, 'enable')).body;
    for (const kind of ['recover', 'replay-missing']) {
      const answer = await act<ProblemView>(hooks.key, endpoint, kind, { since: missed?.since });
      expect([kind, answer.status]).toEqual([kind, 202]);
    }
    const early = await act<ProblemView>(hooks.key, endpoint, 'recover', { since: daysAgo(KEPT_DAYS + 1) });
    expect(early.body).toMatchObject({ status: 422, errors: [{ code: 'too_early' }] });
  });
});

describe('the counts of an endpoint', () => {
  it('cover waiting deliveries and those in flight, and read nothing else', async () => {
    const { id, companyId } = { ...(await hooks.create()), companyId: hooks.key.companyId };
    await sql(
      `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status,
          trigger, attempt_count, schedule_step, next_attempt_at, created_at, finished_at)
        SELECT $2, $1, -n, 'client.created', 'client', 1, n, s.status, 'Schedule', 1, 1,
          CASE s.status WHEN 'Waiting' THEN now() + interval '1 day' END, now() - interval '3 days',
          CASE s.status WHEN 'Delivered' THEN now() - interval '2 days' END
        FROM generate_series(1, 20000) n
        CROSS JOIN LATERAL (SELECT CASE WHEN n <= 3 THEN 'Waiting' WHEN n <= 5 THEN 'Sending' ELSE 'Delivered' END AS status) s`,
      [id, companyId],
    );
    await sql('ANALYZE webhook_deliveries', []);
    const shown = await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`);
    expect(shown.body.deliveries).toEqual({ delivered: 0, failed: 0, waiting: 5 });
    const plan = await sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT ${COUNTS} FROM webhook_endpoints e WHERE e.id = ${id}`,
      [],
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).not.toMatch(/Seq Scan on webhook_deliveries|Rows Removed by Filter: \d{4}/);
    await sql('DELETE FROM webhook_deliveries WHERE endpoint_id = $1', [id]);
  });

  it('are not waited for under the lock of an endpoint', async () => {
    const { id } = await hooks.create();
    const answer = await withCellOf(hooks.api.databaseUrl, hooks.key.companyId, async (client) => {
      await client.query('BEGIN; LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE');
      return hooks.key.call('POST', `${ENDPOINTS}/${id}/rotate-secret`, { body: {} });
    });
    expect(answer.status).toBe(200);
  });
});

describe('POST /v1/webhook-endpoints/preview', () => {
  const PREVIEW = `${ENDPOINTS}/preview`;
  const previewed = <T = WebhookPreviewView>(by: KeyCaller, body: object) => by.call<T>('POST', PREVIEW, { body });
  const types = { eventTypes: ['client.created', 'client.updated'] };

  itRequires('integration.write', 'POST', PREVIEW, () => hooks);

  it('403 without the permission to read the records', async () => {
    const by = await hooks.world.key({ scopes: ['integration.write', 'invoice.read'] });
    expect((await previewed(by, { eventTypes: ['invoice.paid'] })).status).toBe(200);
    const answer = await previewed<ProblemView>(by, types);
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'insufficient_scope', missing: ['client.read'] }]);
  });

  it.each([
    ['an unknown member in the filter', { ...types, filter: { field: 'nmae', eq: 'a' } }, '/filter/field'],
    ['a period before the retention time', { ...types, since: '2026-01-01T00:00:00Z' }, '/since'],
    ['a period in the future', { ...types, since: '2999-01-01T00:00:00Z' }, '/since'],
    ['no event types', { eventTypes: [] }, '/eventTypes'],
  ])('422 for %s', async (_, body, pointer) => {
    const answer = await previewed<ProblemView>(hooks.key, body);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  it('200: counts by type with and without a filter, and nothing of another company', async () => {
    const { by } = await withPast(7, 'a');
    const { body } = await previewed(by, types);
    expect(body).toMatchObject({ since: daysAgo(KEPT_DAYS), total: 8, atLeast: false });
    expect(body.eventTypes).toEqual([
      { type: 'client.created', count: 1 },
      { type: 'client.updated', count: 7 },
    ]);
    expect(body.examples).toHaveLength(PREVIEW_LIMITS.examples);
    const [newest] = body.examples;
    expect((await by.call<{ id: string }>('GET', `/v1/events/${newest?.id}`)).body.id).toBeDefined();

    const filter = { field: 'notes', eq: 'a' };
    expect((await previewed(by, { ...types, filter })).body).toMatchObject({ total: 7, atLeast: false });
    expect((await previewed(by, { eventTypes: ['client.created'], filter })).body).toMatchObject({ total: 0 });
    expect((await previewed(await hooks.world.key(), types)).body).toMatchObject({ total: 0, atLeast: false });
  });

  it('200 with atLeast where more events lie in the period than are read', async () => {
    const { by } = await withPast(FILTER_COUNTS.events + 1, 'b');
    const filter = { field: 'notes', eq: 'b' };
    expect((await previewed(by, { ...types, filter })).body).toMatchObject({
      total: FILTER_COUNTS.events,
      atLeast: true,
    });
    expect((await previewed(by, types)).body).toMatchObject({ total: FILTER_COUNTS.events + 2, atLeast: false });
    const history = hooks.api.app.get(EventHistoryRepository);
    const scope = { companyId: by.companyId, since: new Date(daysAgo(1)), filter: null };
    const matching = hooks.api.within(by.companyId, () =>
      history.matching({ ...scope, types: ['client.created'] }, 100),
    );
    expect(await matching).toEqual({ events: [], isPartial: true });
  });
});

describe('GET /v1/webhook-endpoints/stats', () => {
  const STATS = `${ENDPOINTS}/stats`;

  itRequires('integration.write', 'GET', STATS, () => hooks);

  it('400 for more buckets than a response holds', async () => {
    const answer = await hooks.key.call<ProblemView>('GET', `${STATS}?since=${daysAgo(5)}`);
    expect([answer.status, answer.body.errors?.[0]?.parameter]).toEqual([400, 'since']);
  });

  it('200: the statistics of each endpoint, newest first', async () => {
    const by = await hooks.world.key();
    const [first, second] = [await hooks.create({}, by), await hooks.create({}, by)];
    await sql(
      `INSERT INTO webhook_endpoint_stats (endpoint_id, hour, succeeded, failed, duration_ms, histogram)
        VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), 3, 1, 0, '{4,0,0,0,0,0,0,0,0,0,0,0}')`,
      [first.id, hooks.api.clock.now()],
      by,
    );
    const { body } = await by.call<WebhookStatsList>('GET', STATS);
    expect(body.data.map(({ endpointId, totals, buckets }) => [endpointId, totals.succeeded, buckets.length])).toEqual([
      [second.id, 0, 24],
      [first.id, 3, 24],
    ]);
    const one = await by.call('GET', `${ENDPOINTS}/${first.id}/stats`);
    expect(body.data[1]).toEqual(one.body);
  });
});
