import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { clientBody } from '../support/bodies.js';
import { DELIVERIES, ENDPOINTS, WebhookWorld } from '../support/webhooks.js';

// 401, 403 and 404 of these routes: webhook-endpoints.e2e-spec.ts.
let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});
afterAll(() => hooks.stop());

describe('webhook-deliveries', () => {
  it.each([
    'status=Lost',
    'statuses=Failed,Lost',
    'eventTypes=invoice.eaten',
    'resource=company',
    'resourceId=x',
    'responseStatus=42',
    'statusClass=6xx',
    'errorKind=Bored',
    'since=yesterday',
    'since=2026-11-22T00:00:00Z&until=2026-11-21T00:00:00Z',
    'test=perhaps',
  ])('400 for %s', async (query) => {
    const { endpoint } = await (found ??= hooks.deliver('/asked', 'Delivered'));
    for (const path of [DELIVERIES, `${ENDPOINTS}/${endpoint.id}/deliveries`]) {
      const answer = await hooks.key.call<ProblemView>('GET', `${path}?${query}`);
      expect([answer.status, answer.body.errors?.[0]?.parameter]).toEqual([400, /^[a-zA-Z]+/.exec(query)?.[0]]);
    }
  });
  let found: ReturnType<WebhookWorld['deliver']> | undefined;

  it('400 for a cursor of other filters', async () => {
    await hooks.deliver('/paged', 'Delivered');
    const first = await hooks.key.call<ListOf<WebhookDeliveryView>>('GET', `${DELIVERIES}?limit=1`);
    const answer = await hooks.key.call<ProblemView>(
      'GET',
      `${DELIVERIES}?status=Failed&cursor=${first.body.page.nextCursor}`,
    );
    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_mismatch']);
  });

  it('200: the sent message equals the response of the record, byte for byte, with every attempt', async () => {
    const { endpoint, delivery } = await hooks.deliver('/read', 'Delivered');
    const [request] = await hooks.receiver.waitFor('/read', 1);
    const { body: detail } = await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`);
    expect(detail.body).toBe(request?.body.toString());
    expect(detail.attempts).toMatchObject([
      { number: 1, trigger: 'Schedule', outcome: 'Succeeded', responseStatus: 200, error: null },
    ]);
    const { data } = JSON.parse(detail.body ?? '') as { data: { id: number } };
    const record = await hooks.key.call('GET', `/v1/clients/${data.id}`);
    expect(detail.body?.endsWith(`"data":${record.text}}`)).toBe(true);
    expect(
      (await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`)).body.deliveries.delivered,
    ).toBe(1);
  });

  it('resend: 409 where the endpoint is disabled; 202 otherwise, once however often it is asked', async () => {
    hooks.receiver.answer('/resent', (count) => ({ status: count === 1 ? 500 : 200 }));
    const { endpoint, delivery } = await hooks.deliver('/resent', 'Waiting');
    const path = `${DELIVERIES}/${delivery.id}/resend`;
    await hooks.restEngine();
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

  it('200: each filter works alone and combined, in the list of all and in that of the endpoint', async () => {
    const own = await hooks.world.key();
    const tag = { 500: '/filters-500', 204: '/filters-204', none: '/filters-none' };
    for (const [status, path] of Object.entries(tag)) {
      hooks.receiver.answer(path, status === 'none' ? 'reset' : { status: Number(status) });
    }
    const made = Object.fromEntries(
      await Promise.all(
        Object.entries(tag).map(async ([status, path]) => {
          const { id } = await hooks.create(
            { url: hooks.receiver.url + path, eventTypes: ['client.created', 'client.updated'] },
            own,
          );
          return [status, id] as const;
        }),
      ),
    );
    const { body: client } = await own.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    await hooks.engine.poke();
    const list = async (query: string, path = DELIVERIES) => {
      const answer = await own.call<ListOf<WebhookDeliveryView>>('GET', `${path}?limit=100&${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      return answer.body.data;
    };
    const tried = async (count: number) => {
      const isTried = ({ status, attemptCount }: WebhookDeliveryView) => status !== 'Sending' && attemptCount > 0;
      await eventually('they are tried', async () => (await list('')).filter(isTried).length >= count || undefined);
    };
    await tried(3);
    await own.call('POST', `${ENDPOINTS}/${made['204']}/test`, { body: { eventType: 'invoice.paid' } });
    await hooks.engine.poke();
    await tried(4);
    const [real] = await list(`test=false&endpointId=${made['204']}`);
    const madeAt = encodeURIComponent(real?.createdAt ?? '');
    const names = (rows: readonly WebhookDeliveryView[]) =>
      rows
        .map(
          ({ endpointId, test }) => Object.keys(made).find((name) => made[name] === endpointId) + (test ? ' test' : ''),
        )
        .sort();
    const all = ['204', '500', 'none'];
    const taken = ['204', '204 test'];
    const cases: readonly (readonly [query: string, found: readonly string[]])[] = [
      ['', [...taken, '500', 'none']],
      ['test=true', ['204 test']],
      ['test=false', all],
      ['status=Delivered', taken],
      ['status=Waiting', ['500', 'none']],
      ['statuses=Delivered,Waiting&test=false', all],
      ['statuses=Delivered&statuses=Failed', taken],
      ['eventType=client.created', all],
      ['eventTypes=client.updated,invoice.paid', ['204 test']],
      ['resource=client', all],
      [`resource=client&resourceId=${client.id}`, all],
      [`resourceId=${client.id + 1_000}`, []],
      ['responseStatus=500', ['500']],
      ['responseStatus=503', []],
      ['statusClass=5xx', ['500']],
      ['statusClass=2xx', taken],
      ['statusClass=none', ['none']],
      ['errorKind=Status', ['500']],
      ['errorKind=Reset', ['none']],
      ['errorKind=Timeout', []],
      ['errorKind=Status&statusClass=5xx&status=Waiting&eventType=client.created&resource=client', ['500']],
      [`eventId=${real?.eventId}`, all],
      [`eventId=${real?.eventId}&endpointId=${made['500']}`, ['500']],
      ['eventId=msg_unknown', []],
      [`since=${madeAt}&test=false`, all],
      [`until=${madeAt}`, []],
    ];
    for (const [query, found] of cases) expect([query, names(await list(query))]).toEqual([query, [...found]]);
    const newest = await list('');
    expect(newest).toEqual(newest.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id));
    const paged: number[] = [];
    for (let query: string | null = 'limit=1'; query !== null;) {
      const { body }: { body: ListOf<WebhookDeliveryView> } = await own.call('GET', `${DELIVERIES}?${query}`);
      const [row] = body.data;
      if (row) paged.push(row.id);
      if (body.page.prevCursor !== null) {
        const back = `${DELIVERIES}?limit=1&cursor=${body.page.prevCursor}`;
        expect((await own.call<ListOf<WebhookDeliveryView>>('GET', back)).body.data[0]?.id).toBe(paged.at(-2));
      }
      query = body.page.nextCursor && `limit=1&cursor=${body.page.nextCursor}`;
    }
    expect(paged).toEqual(newest.map(({ id }) => id));
    expect(names(await list('test=false', `${ENDPOINTS}/${made['500']}/deliveries`))).toEqual(['500']);
    expect(real).toMatchObject({
      resource: 'client',
      resourceId: client.id,
      sequence: 1,
      test: false,
      finishedAt: expect.any(String),
    });
  });

  it('200: what waits for an endpoint that is paused, or asked for patience, is due when that ends', async () => {
    hooks.receiver.answer('/closed', { status: 500 });
    const { endpoint, delivery } = await hooks.deliver('/closed', 'Waiting');
    const path = `${DELIVERIES}/${delivery.id}`;
    const read = async () => (await hooks.key.call<WebhookDeliveryView>('GET', path)).body;
    const dueAt = async () => (await read()).nextAttemptAt;
    await eventually('it failed', async () => (await read()).lastResponseStatus === 500 || undefined);
    const own = await dueAt();
    const text =
      'UPDATE webhook_endpoint_states SET held_until = $2, health = $3, probe_at = $4 WHERE endpoint_id = $1';
    const state = (...values: readonly [held: string | null, health: string, probe: string | null]) =>
      hooks.api.database.query({ name: 'test_closed', text, values: [endpoint.id, ...values] });
    const [later, latest] = ['2999-01-01T00:00:00.000Z', '2999-01-02T00:00:00.000Z'];
    await state(later, 'Healthy', null);
    expect(await dueAt()).toBe(later);
    expect((await hooks.settled(endpoint.id, 'Waiting')).nextAttemptAt).toBe(later);
    await state(later, 'Paused', latest);
    expect(await dueAt()).toBe(latest);
    await state('2020-01-01T00:00:00.000Z', 'Paused', '2020-01-01T00:00:00.000Z');
    expect(await dueAt()).toBe(own);
    await state(later, 'Healthy', null);
    // A manual resend is sent immediately.
    expect((await hooks.key.call<WebhookDeliveryView>('POST', `${path}/resend`)).body.nextAttemptAt).not.toBe(later);
    await state(null, 'Healthy', null);
  });

  it('200: an attempt with its request, response and duration', async () => {
    hooks.receiver.answer('/detail', { status: 503, headers: { 'x-why': 'busy' }, body: 'later' });
    const { endpoint, delivery } = await hooks.deliver('/detail', 'Waiting');
    const detail = await eventually('it failed', async () => {
      const { body } = await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`);
      return body.attempts[0]?.outcome === 'Failed' ? body : undefined;
    });
    const [request] = await hooks.receiver.waitFor('/detail', 1);
    const [attempt] = detail.attempts;
    expect(attempt).toMatchObject({
      request: {
        url: endpoint.url,
        payload: 'Full',
        headers: { 'webhook-id': detail.eventId, 'webhook-attempt': '1' },
      },
      response: { status: 503, headers: { 'x-why': 'busy' }, body: 'later', truncated: false },
      remoteAddress: '127.0.0.1',
      errorKind: 'Status',
      timings: { tlsMs: null, firstByteMs: expect.any(Number), totalMs: attempt?.durationMs },
    });
    const headers = Object.fromEntries(
      Object.entries(attempt?.request.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const signed = `${attempt?.request.signatureBase}${detail.body}`;
    expect(signed).toBe(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${request?.body.toString()}`);
    new Webhook(endpoint.secret).verify(detail.body ?? '', headers);
  });

  it('200 without a text where it is no longer kept, which cannot be sent again: 410', async () => {
    const { delivery } = await hooks.deliver('/forgotten', 'Delivered');
    await hooks.api.database.query({
      name: 'test_forget',
      text: 'UPDATE events SET body = NULL, changes = NULL WHERE id = $1',
      values: [delivery.eventId],
    });
    const answer = await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`);
    expect([answer.status, answer.body.body, answer.body.bodies]).toEqual([200, null, {}]);
    expect(answer.body.attempts).toHaveLength(1);
    const resent = await hooks.key.call<ProblemView>('POST', `${DELIVERIES}/${delivery.id}/resend`);
    expect(resent.body).toMatchObject({ status: 410, code: 'event_expired' });
    const after = await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${delivery.id}`);
    expect(after.text).toBe(answer.text);
    expect(await hooks.audited(delivery.id)).toEqual([]);
  });

  it('cancel: 409 if it does not wait; otherwise 200, and nothing is sent until a resend', async () => {
    const done = await hooks.deliver('/cancel-done', 'Delivered');
    const refused = await hooks.key.call<ProblemView>('POST', `${DELIVERIES}/${done.delivery.id}/cancel`);
    expect(refused.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Delivered' });

    hooks.receiver.answer('/cancelled', { status: 500 });
    const { endpoint, delivery } = await hooks.deliver('/cancelled', 'Waiting');
    const path = `${DELIVERIES}/${delivery.id}`;
    const read = async () => (await hooks.key.call<WebhookDeliveryView>('GET', path)).body;
    await eventually('it failed', async () => (await read()).lastResponseStatus === 500 || undefined);
    await hooks.restEngine();
    const answer = await hooks.key.call<WebhookDeliveryView>('POST', `${path}/cancel`);
    expect([answer.status, answer.body.status, answer.body.nextAttemptAt]).toEqual([200, 'Cancelled', null]);
    expect((await hooks.key.call('POST', `${path}/cancel`)).status).toBe(409);
    expect(await hooks.audited(delivery.id)).toEqual(['webhook_delivery.cancelled']);

    // Cancelling a resend restores the delivery.
    await hooks.key.call('POST', `${DELIVERIES}/${done.delivery.id}/resend`);
    const back = await hooks.key.call<WebhookDeliveryView>('POST', `${DELIVERIES}/${done.delivery.id}/cancel`);
    expect(back.body).toMatchObject({ status: 'Delivered', finishedAt: done.delivery.finishedAt });
    await hooks.engine.poke();
    const ids = hooks.receiver.at('/cancel-done').map(({ headers }) => headers['webhook-id']);
    expect(ids.filter((id) => id === done.delivery.eventId)).toHaveLength(1);
    expect(hooks.receiver.at('/cancelled')).toHaveLength(1);

    hooks.receiver.answer('/cancelled', { status: 200 });
    await hooks.key.call('POST', `${path}/resend`);
    await hooks.engine.poke();
    await hooks.settled(endpoint.id, 'Delivered');
  });
});
