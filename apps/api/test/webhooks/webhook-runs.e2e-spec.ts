import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { MESSAGES_KEPT_DAYS } from '@billhook/domain/shared/event-types';
import { missedBy } from '@billhook/webhooks/runs/run-scope.sql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itRequires } from '../support/route-cases.js';
import { runPath as at, RUNS, RunsWorld } from '../support/webhook-runs.js';
import { ENDPOINTS, type WebhookWorld } from '../support/webhooks.js';

const STARTS = ['recover', 'replay-missing'] as const;

let past: RunsWorld;
let hooks: WebhookWorld;

beforeAll(async () => {
  past = await RunsWorld.start();
  ({ hooks } = past);
});
afterAll(() => past.stop());

const rowsOf = async (table: string): Promise<number> => {
  const text = `SELECT count(*)::int AS count FROM ${table}`;
  const [row] = await hooks.api.database.query<{ count: number }>({ name: `test_count_${table}`, text });
  return row?.count ?? 0;
};

describe.each(STARTS)('POST /v1/webhook-endpoints/{id}/%s', (start) => {
  itRequires('integration.write', 'POST', `${ENDPOINTS}/1/${start}`, () => hooks);

  it("404 alike for an unknown endpoint, another company's, a deleted one, and an invalid id", async () => {
    const [mine, deleted] = [await hooks.create(), await hooks.create()];
    const stranger = await hooks.world.key();
    expect((await hooks.key.call('DELETE', `${ENDPOINTS}/${deleted.id}`)).status).toBe(204);
    for (const [by, id] of [
      [stranger, mine.id],
      [hooks.key, deleted.id],
      [hooks.key, 999_999_999],
      [hooks.key, 'abc'],
    ] as const) {
      const answer = await by.call('POST', `${ENDPOINTS}/${id}/${start}`, { body: { since: past.daysAgo(1) } });
      expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
    }
    expect(await past.workable()).toEqual([]);
  });

  it.each([
    ['no body', undefined, ''],
    ['no since', {}, '/since'],
    ['a since that is no instant', { since: 'yesterday' }, '/since'],
    ['no type', { eventTypes: [] }, '/eventTypes'],
    ['a type twice', { eventTypes: ['client.created', 'client.created'] }, '/eventTypes'],
    ['an unknown type', { eventTypes: ['client.hugged'] }, '/eventTypes/0'],
    ['an id that is a text', { resourceId: '7' }, '/resourceId'],
    ['an unknown member', { status: 'Failed' }, '/status'],
  ])('422 for %s', async (_, wrong, pointer) => {
    const endpoint = await hooks.create();
    const body = wrong && Object.keys(wrong).length > 0 ? { since: past.daysAgo(1), ...wrong } : wrong;
    const answer = await hooks.key.call<ProblemView>('POST', at(endpoint, start), { body });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_body']);
    if (pointer) expect(answer.body.errors?.map((fault) => fault.pointer)).toContain(pointer);
  });

  it('422 for a since of more than 30 days ago, in the future, or after until', async () => {
    const endpoint = await hooks.create();
    for (const body of [
      { since: past.daysAgo(30.01) },
      { since: past.daysAgo(-1) },
      { since: past.daysAgo(1), until: past.daysAgo(2) },
    ]) {
      const answer = await hooks.key.call<ProblemView>('POST', at(endpoint, start), { body });
      expect([answer.status, answer.body.code]).toEqual([422, 'invalid_body']);
      expect(answer.body.errors?.map(({ pointer }) => pointer)).toEqual(['/since']);
    }
    expect((await hooks.key.call('POST', at(endpoint, start), { body: { since: past.daysAgo(29.99) } })).status).toBe(
      202,
    );
  });

  it('409 while the endpoint is disabled, 412 for another version of it', async () => {
    const endpoint = await hooks.create();
    const body = { since: past.daysAgo(1) };
    const stale = await hooks.key.call('POST', at(endpoint, start), { body, headers: { 'if-match': '"9"' } });
    expect([stale.status, stale.body['code']]).toEqual([412, 'version_mismatch']);
    await hooks.key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { status: 'Disabled' } });
    const answer = await hooks.key.call<ProblemView>('POST', at(endpoint, start), { body });
    expect([answer.status, answer.body.code]).toEqual([409, 'endpoint_disabled']);
  });

  it('202 and complete immediately without messages; `until` is at most the present', async () => {
    const endpoint = await hooks.create();
    const body = { since: past.daysAgo(0), until: past.daysAgo(-9), eventTypes: ['invoice.paid'], resourceId: 12 };
    const answer = await hooks.key.call<WebhookRunView>('POST', at(endpoint, start), { body });
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { endpointId: endpoint.id, status: 'Completed', total: 0, done: 0, eventTypes: ['invoice.paid'], resourceId: 12 },
    ]);
    expect(answer.body.until < past.daysAgo(-1)).toBe(true);
    expect(answer.body.finishedAt).toBe(answer.body.createdAt);
    expect(await past.audited(hooks.key, answer.body.id)).toEqual(['started']);
  });
});

describe('counting what a filter lets through', () => {
  it('403 for records that the caller may not read; not without a filter, nor to recover', async () => {
    const member = await hooks.world.member(await hooks.world.company());
    const [whole, by] = [
      await hooks.world.key({ member }),
      await hooks.world.key({ member, scopes: ['integration.write', 'invoice.read'] }),
    ];
    await past.clients(whole, 'Lumen', 'Nordlicht');
    const endpoint = await hooks.create({ eventTypes: ['client.created', 'invoice.paid'] }, whole);
    const dry = { prefer: 'dry-run' };
    expect(await past.replay(by, endpoint, {}, dry)).toMatchObject({ status: 202, body: { total: 2 } });
    const filter = { field: 'name', startsWith: 'Lu' };
    const path = `${ENDPOINTS}/${endpoint.id}`;
    expect((await whole.call('PATCH', path, { body: { filter } })).status).toBe(200);
    for (const headers of [dry, {}]) {
      expect((await past.replay(by, endpoint, {}, headers)).body).toMatchObject({
        status: 403,
        code: 'insufficient_scope',
        missing: ['client.read'],
      });
    }
    expect((await past.replay(by, endpoint, { eventTypes: ['invoice.paid'] }, dry)).status).toBe(202);
    expect((await past.replay(whole, endpoint, {}, dry)).body.total).toBe(1);
    const recover = await by.call('POST', at(endpoint, 'recover'), { body: { since: past.daysAgo(1) } });
    expect(recover.status).toBe(202);

    for (const [caller, missing] of [
      [by, null],
      [whole, expect.any(Number)],
    ] as const) {
      await whole.call('POST', `${path}/disable`);
      await past.clients(whole, 'Lux');
      const enabled = await caller.call('POST', `${path}/enable`);
      expect(enabled).toMatchObject({ status: 200, body: { missed: { failed: 0, missing } } });
    }
  });
});

describe('a replay of missing messages', () => {
  it('409 while one is running, also for five parallel requests; the other kind may run beside it', async () => {
    const { by, endpoint } = await past.withPast('Lumen');
    const answers = await Promise.all(Array.from({ length: 5 }, () => past.replay(by, endpoint)));
    const [started] = answers.filter(({ status }) => status === 202);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'run_under_way', existingId: started?.body.id });
    }
    const paused = await by.call('POST', `${RUNS}/${started?.body.id}/pause`);
    expect([paused.status, (await past.replay(by, endpoint)).body.code]).toEqual([200, 'run_under_way']);
    const other = await by.call('POST', at(endpoint, 'recover'), { body: { since: past.daysAgo(1) } });
    expect(other.status).toBe(202);
    await by.call('POST', `${RUNS}/${started?.body.id}/cancel`);
    expect((await past.replay(by, endpoint)).status).toBe(202);
  });

  it('as a dry run counts exactly the messages of the real run, also by the filter, and writes nothing', async () => {
    const { by, endpoint } = await past.withPast('Lumen', 'Lux', 'Lumière', 'Nordlicht', 'Lupin');
    await hooks.api.database.query({
      name: 'test_filter',
      text: 'UPDATE webhook_endpoints SET filter = $2 WHERE id = $1',
      values: [endpoint.id, JSON.stringify({ field: 'name', startsWith: 'Lu' })],
    });
    const before = [await rowsOf('webhook_runs'), await rowsOf('audit_log'), await rowsOf('webhook_deliveries')];
    const dry = await past.replay(by, endpoint, {}, { prefer: 'dry-run' });
    expect([dry.status, dry.body.total, dry.body.status]).toEqual([202, 4, 'Running']);
    expect(dry.headers.get('preference-applied')).toBe('dry-run');
    expect([await rowsOf('webhook_runs'), await rowsOf('audit_log'), await rowsOf('webhook_deliveries')]).toEqual(
      before,
    );
    expect((await by.call('GET', `${RUNS}/${dry.body.id}`)).status).toBe(404);

    const { body: run } = await past.replay(by, endpoint);
    expect(run).toMatchObject({ kind: 'ReplayMissing', status: 'Running', total: 4, done: 0, finishedAt: null });
    expect(await past.workable()).toContain(run.id);
    expect(await past.work(run.id)).toEqual({ sent: 4, more: false });
    const { body: ended } = await by.call<WebhookRunView>('GET', `${RUNS}/${run.id}`);
    expect(ended).toMatchObject({ status: 'Completed', total: 4, done: 4, finishedAt: ended.updatedAt });
    expect(await past.work(run.id)).toEqual({ sent: 0, more: false });

    const again = await past.replay(by, endpoint, {}, { prefer: 'dry-run' });
    expect(again.body).toMatchObject({ status: 'Completed', total: 0 });
  });

  it('brings nothing of another company', async () => {
    const { by, endpoint } = await past.withPast('Lumen');
    await past.clients(await hooks.world.key(), 'Stranger');
    expect((await past.replay(by, endpoint)).body.total).toBe(1);
  });

  it('under one Idempotency-Key is one run', async () => {
    const { by, endpoint } = await past.withPast('Lumen');
    const since = past.daysAgo(1);
    const [first, second] = [
      await past.replay(by, endpoint, { since }, { 'idempotency-key': 'once' }),
      await past.replay(by, endpoint, { since }, { 'idempotency-key': 'once' }),
    ];
    expect([second.status, second.text]).toEqual([202, first.text]);
  });
});

describe('a recovery of what failed', () => {
  it('counts and sends failed and cancelled deliveries, and for missedBy those cancelled by disabling', async () => {
    const by = await hooks.world.key();
    const endpoint = await hooks.create({ eventTypes: ['client.created'] }, by);
    await past.clients(by, 'One', 'Two', 'Three');
    await hooks.api.database.query({
      name: 'test_fail',
      text: `UPDATE webhook_deliveries d SET next_attempt_at = NULL, finished_at = now(), attempt_count = 3, schedule_step = 3,
          status = (ARRAY['Delivered', 'Failed', 'Cancelled'])[n]
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_deliveries WHERE endpoint_id = $1) o WHERE o.id = d.id`,
      values: [endpoint.id],
    });
    const now = new Date();
    hooks.api.clock.set(now);
    const shape = { id: endpoint.id, companyId: by.companyId, eventTypes: endpoint.eventTypes, filter: null };
    const [since, until] = [new Date(now.getTime() - 1_000), new Date(now.getTime() + 1_000)];
    const missed = await hooks.api.within(by.companyId, () =>
      missedBy(hooks.api.database, shape, since, until, MESSAGES_KEPT_DAYS),
    );
    expect(missed).toMatchObject({ failed: 2, missing: 0 });

    const path = at(endpoint, 'recover');
    const body = { since: missed.since.toISOString() };
    const dry = await by.call<WebhookRunView>('POST', path, { body, headers: { prefer: 'dry-run' } });
    const { body: run } = await by.call<WebhookRunView>('POST', path, { body });
    expect([dry.body.total, run.total]).toEqual([2, 2]);
    expect(await past.work(run.id)).toEqual({ sent: 2, more: false });
    const rows = await hooks.api.database.query({
      name: 'test_recovered',
      text: `SELECT status, attempt_count AS attempts, schedule_step AS step, finished_at IS NULL AS open,
          next_attempt_at <= now() AS due FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id`,
      values: [endpoint.id],
    });
    expect(rows).toEqual([
      { status: 'Delivered', attempts: 3, step: 3, open: false, due: null },
      ...Array(2).fill({ status: 'Waiting', attempts: 3, step: 0, open: true, due: true }),
    ]);
    expect((await by.call<WebhookRunView>('POST', path, { body })).body.total).toBe(0);
  });
});
