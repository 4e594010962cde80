import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { EnabledWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import type { WebhookProgress } from '@billhook/contract/webhooks/progress';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { clientBody } from '../support/bodies.js';
import { DELIVERIES, ENDPOINTS, WebhookWorld } from '../support/webhooks.js';

// 401, 403 and 404 of these routes: webhook-endpoints.e2e-spec.ts.
let hooks: WebhookWorld;

beforeAll(async () => {
  // The PUBLIC_URL of the tests' engine, which thin messages contain.
  hooks = await WebhookWorld.start({ PUBLIC_URL: 'https://billing.example' });
  // The API's clock must match that of the database, whose rows are compared with it.
  hooks.api.clock.set(new Date().toISOString());
});
afterAll(() => hooks.stop());

const endpointOf = async (id: number) => (await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`)).body;

/** Repeats a read until a condition holds. */
async function until<T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  const { found } = await eventually('it holds', async () => {
    const now = await look();
    return holds(now) ? { found: now } : undefined;
  });
  return found;
}

describe('enabling and disabling', () => {
  it('reports missed messages, clears the failures, and has no effect when repeated', async () => {
    const tell = () => hooks.key.call('POST', '/v1/clients', { body: clientBody });
    hooks.receiver.answer('/off', { status: 500 });
    const { endpoint, delivery } = await hooks.deliver('/off', 'Waiting');
    const { id } = endpoint;
    const lastFailure = {
      ...{ deliveryId: delivery.id, number: 1, at: expect.any(String), test: false },
      ...{ responseStatus: 500, error: 'Responded with 500', errorKind: 'Status' },
    };
    const act = <T = WebhookEndpointView>(action: string) => hooks.key.call<T>('POST', `${ENDPOINTS}/${id}/${action}`);
    const failing = await until(
      () => endpointOf(id),
      ({ health }) => health.failingSince !== null,
    );
    expect(failing.health).toMatchObject({
      consecutiveFailures: 1,
      failedMessages: 1,
      lastFailure,
      nextAttemptAt: delivery.nextAttemptAt,
      // Not the email after six hours, because the installation sends none.
      nextStep: { step: 'Disable', ruleName: 'Disable' },
    });
    const { body: listed } = await hooks.key.call<ListOf<WebhookEndpointView>>('GET', ENDPOINTS);
    expect(listed.data.find((one) => one.id === id)).toEqual(failing);

    const off = { status: 'Disabled', disabledReason: 'Manual', version: 2 };
    expect((await act('disable')).body).toMatchObject({
      ...off,
      health: { state: 'Disabled', lastFailure, nextAttemptAt: null, nextStep: null },
    });
    expect((await act('disable')).body.version).toBe(2);
    await hooks.engine.sweep();
    await hooks.settled(id, 'Cancelled');
    await tell();
    await tell();
    await hooks.engine.poke();
    const enabled = await act<EnabledWebhookEndpoint>('enable');
    expect(enabled.body).toMatchObject({
      status: 'Enabled',
      disabledReason: null,
      disabledAt: null,
      version: 3,
      health: { state: 'Healthy', failingSince: null, consecutiveFailures: 0, failedMessages: 0, lastFailure },
      missed: { failed: 1, missing: 2 },
    });
    expect((await act<EnabledWebhookEndpoint>('enable')).body).toMatchObject({ version: 3, missed: null });
    const entries = await auditOf(hooks.api, hooks.key.companyId, 'webhook_endpoint.updated');
    expect(entries.filter(({ target }) => target === String(id)).map(({ details }) => details)).toEqual([
      { changed: { status: { from: 'Enabled', to: 'Disabled' } } },
      { changed: { status: { from: 'Disabled', to: 'Enabled' } } },
    ]);
  });

  it('names the last failed attempt until a success follows, also of a test', async () => {
    hooks.receiver.answer('/tests', (count) => ({ status: count === 1 ? 404 : 200 }));
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/tests` });
    const test = () => hooks.key.call<WebhookDeliveryView>('POST', `${ENDPOINTS}/${id}/test`, { body: {} });
    const failed = await test();
    await hooks.engine.poke();
    await hooks.settled(id, 'Failed');
    expect((await endpointOf(id)).health).toMatchObject({
      ...{ failingSince: null, nextAttemptAt: null },
      lastFailure: { deliveryId: failed.body.id, test: true, responseStatus: 404 },
    });
    await test();
    await hooks.engine.poke();
    await hooks.settled(id, 'Delivered');
    expect((await endpointOf(id)).health.lastFailure).toBeNull();
  });

  it('names the newest failure, not that of the message that waits longest', async () => {
    hooks.receiver.answer('/changing', (count) => ({ status: count === 1 ? 500 : 503 }));
    const { endpoint, delivery } = await hooks.deliver('/changing', 'Waiting');
    // The engine stores the health of an endpoint before the attempts: a count of failures would be read too early.
    const failures = async (count: number) => {
      const query = `${DELIVERIES}?endpointId=${endpoint.id}`;
      await until(
        async () => (await hooks.key.call<ListOf<WebhookDeliveryView>>('GET', query)).body.data,
        (found) => found.filter(({ lastError }) => lastError !== null).length === count,
      );
      return endpointOf(endpoint.id);
    };
    // A message also waits before its first attempt.
    await failures(1);
    await hooks.api.database.query({
      name: 'test_waits_long',
      text: `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '20 hours' WHERE id = $1`,
      values: [delivery.id],
    });
    await hooks.key.call('POST', '/v1/clients', { body: clientBody });
    await hooks.engine.sweep();
    const { health } = await failures(2);
    expect(health).toMatchObject({ consecutiveFailures: 2, lastFailure: { responseStatus: 503 } });
    expect(Date.parse(health.nextAttemptAt ?? '')).toBeLessThan(Date.now() + 3_600_000);
  });

  it('a paused endpoint begins with few requests when it is enabled again, and is due immediately with a new URL', async () => {
    const pause = (id: number) =>
      hooks.api.database.query({
        name: 'test_pause',
        text: `UPDATE webhook_endpoint_states SET health = 'Paused', failing_since = now(), consecutive_failures = 12, concurrency = 1,
          probe_at = now() + interval '10 minutes', held_until = now() + interval '1 hour' WHERE endpoint_id = $1`,
        values: [id],
      });
    const { id } = await hooks.create();
    await pause(id);
    expect((await endpointOf(id)).health).toMatchObject({
      state: 'Paused',
      heldUntil: expect.any(String),
      probeAt: expect.any(String),
    });
    await hooks.key.call('PATCH', `${ENDPOINTS}/${id}`, { body: { url: 'https://example.com/elsewhere' } });
    const { heldUntil, probeAt } = (await endpointOf(id)).health;
    expect(heldUntil).toBeNull();
    expect(Date.parse(probeAt ?? '')).toBeLessThanOrEqual(Date.now() + 1_000);

    await pause(id);
    for (const status of ['Disabled', 'Enabled']) {
      await hooks.key.call('PATCH', `${ENDPOINTS}/${id}`, { body: { status } });
    }
    expect((await endpointOf(id)).health).toMatchObject({
      state: 'Degraded',
      failingSince: null,
      consecutiveFailures: 0,
      heldUntil: null,
      probeAt: null,
      nextStep: null,
    });
  });
});

describe('what a delivery says of its message', () => {
  it('is the text in the form that was sent, also when the endpoint chose another since', async () => {
    const { endpoint, delivery } = await hooks.deliver('/forms', 'Delivered');
    await hooks.key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { payload: 'Thin' } });
    await hooks.key.call<WebhookDeliveryView>('POST', `${DELIVERIES}/${delivery.id}/resend`);
    await hooks.engine.poke();
    const requests = await hooks.receiver.waitFor('/forms', 2);
    const [full, thin] = requests.map(({ body }) => body.toString());
    const detail = await until(
      () => hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`),
      ({ body }) => body.attempts[1]?.outcome === 'Succeeded',
    );
    expect(detail.body.attempts.map(({ request }) => request.payload)).toEqual(['Full', 'Thin']);
    expect(detail.body).toMatchObject({ body: thin, bodies: { Full: full, Thin: thin } });
  });
});

describe('POST /v1/webhook-endpoints/{id}/test', () => {
  it('409 for an endpoint that is disabled', async () => {
    const { id } = await hooks.create();
    await hooks.key.call('PATCH', `${ENDPOINTS}/${id}`, { body: { status: 'Disabled' } });
    const answer = await hooks.key.call<ProblemView>('POST', `${ENDPOINTS}/${id}/test`, { body: {} });
    expect([answer.status, answer.body.code]).toEqual([409, 'endpoint_disabled']);
  });

  it('202: one attempt, immediate, and no event of the log', async () => {
    hooks.receiver.answer('/tested', { status: 500, body: 'no' });
    const { id } = await hooks.create({ url: `${hooks.receiver.url}/tested` });
    const before = hooks.api.wakes.count;
    const answer = await hooks.key.call<WebhookDeliveryView>('POST', `${ENDPOINTS}/${id}/test`, {
      body: { eventType: 'invoice.paid' },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      endpointId: id,
      eventType: 'invoice.paid',
      status: 'Waiting',
      attemptCount: 0,
    });
    expect(hooks.api.wakes.count).toBe(before + 1);
    await hooks.engine.poke();
    await hooks.settled(id, 'Failed');
    const { body: detail } = await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${answer.body.id}`);
    expect(detail.attempts).toMatchObject([
      { number: 1, trigger: 'Manual', outcome: 'Failed', responseStatus: 500, responseBody: 'no' },
    ]);
    expect(Object.keys(JSON.parse(detail.body ?? '') as object)).toEqual(['id', 'type', 'createdAt', 'data']);
    expect((await hooks.key.call('GET', `/v1/events/${detail.eventId}`)).status).toBe(404);
  });
});

describe('GET /v1/webhook-endpoints/{id}/stats', () => {
  const at = (id: number, query = '') =>
    hooks.key.call<WebhookStatsView & ProblemView>('GET', `${ENDPOINTS}/${id}/stats${query}`);
  const HOUR = '2026-10-05T09:00:00.000Z';

  it.each([
    ['?bucket=minute', 'bucket'],
    ['?since=yesterday', 'since'],
    ['?since=2026-10-05T09:00:00Z&until=2026-10-05T08:00:00Z', 'since'],
    ['?since=2026-08-01T00:00:00Z&until=2026-10-05T08:00:00Z', 'since'],
    ['?bucket=day&since=2026-01-01T00:00:00Z&until=2026-10-05T08:00:00Z', 'since'],
  ])('400 for %s', async (query, parameter) => {
    const { id } = await hooks.create();
    const answer = await at(id, query);
    expect([answer.status, answer.body.errors?.[0]?.parameter]).toEqual([400, parameter]);
  });

  it('200: hours and days one after the other, with zeros where nothing was, and percentiles of each and of all', async () => {
    const { id } = await hooks.create();
    const hour = (offset: number, succeeded: number, failed: number, histogram: readonly number[]) =>
      hooks.api.database.query({
        name: 'test_stats',
        text: `INSERT INTO webhook_endpoint_stats (endpoint_id, hour, succeeded, failed, duration_ms, histogram)
          VALUES ($1, $2::timestamptz + $3 * interval '1 hour', $4, $5, 0, $6)`,
        values: [id, HOUR, offset, succeeded, failed, histogram],
      });
    // The first histogram: all up to 10 ms. The second: all up to 250 ms.
    await hour(0, 90, 10, [100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    await hour(2, 100, 0, [0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0]);
    await hour(20, 1, 1, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const { body } = await at(id, '?since=2026-10-05T09:30:00Z&until=2026-10-05T11:30:00Z');
    expect(body).toEqual({
      endpointId: id,
      bucket: 'hour',
      since: HOUR,
      until: '2026-10-05T12:00:00.000Z',
      totals: { succeeded: 190, failed: 10, p50Ms: 10, p95Ms: 235 },
      buckets: [
        { start: HOUR, succeeded: 90, failed: 10, p50Ms: 5, p95Ms: 10 },
        { start: '2026-10-05T10:00:00.000Z', succeeded: 0, failed: 0, p50Ms: null, p95Ms: null },
        { start: '2026-10-05T11:00:00.000Z', succeeded: 100, failed: 0, p50Ms: 175, p95Ms: 243 },
      ],
    });
    const days = await at(id, '?bucket=day&since=2026-10-04T00:00:00Z&until=2026-10-07T00:00:00Z');
    expect(days.body.buckets.map(({ start, succeeded, failed }) => [start.slice(0, 10), succeeded, failed])).toEqual([
      ['2026-10-04', 0, 0],
      ['2026-10-05', 190, 10],
      ['2026-10-06', 1, 1],
    ]);
  });

  it('200 without a period: the last 24 hours, or 30 days, with recent deliveries', async () => {
    const { endpoint, delivery } = await hooks.deliver('/counted', 'Delivered');
    const recent = await at(endpoint.id);
    expect(recent.body.buckets).toHaveLength(24);
    const { body: detail } = await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`);
    // Both figures are the duration of the only attempt.
    const duration = detail.attempts[0]?.durationMs;
    expect(recent.body.totals).toEqual({ succeeded: 1, failed: 0, p50Ms: duration, p95Ms: duration });
    expect(recent.body.buckets.at(-1)).toMatchObject({ succeeded: 1, p50Ms: duration });
    expect((await at(endpoint.id, '?bucket=day')).body.buckets).toHaveLength(30);
    const { health, createdAt } = await endpointOf(endpoint.id);
    expect(Date.parse(health.lastSuccessAt ?? '')).toBeGreaterThan(Date.parse(createdAt));
    const { id } = await hooks.create();
    expect((await endpointOf(id)).health.lastSuccessAt).toBeNull();
  });
});

describe('the progress of a company', () => {
  const PROGRESS = '/app/webhook-progress';

  it('401 without a session, and 403 for a member who may not manage webhooks', async () => {
    expect(await hooks.api.call('GET', PROGRESS)).toMatchObject({ status: 401, body: { code: 'session_missing' } });
    const reader = await hooks.world.member(hooks.key.companyId, { role: 'Read-only' });
    expect(await (await hooks.world.session(reader)).call('GET', PROGRESS)).toMatchObject({
      status: 403,
      body: { code: 'permission_missing' },
    });
  });

  it('200: whether a receiver of it has accepted a message, and not one of another company', async () => {
    await hooks.deliver('/accepted', 'Delivered');
    const of = async (companyId: number) =>
      (await hooks.world.session(await hooks.world.member(companyId))).call<WebhookProgress>('GET', PROGRESS);
    await until(
      async () => (await of(hooks.key.companyId)).body,
      ({ hasDelivered }) => hasDelivered,
    );
    expect((await of(await hooks.world.company())).body).toEqual({ hasDelivered: false });
  });
});
