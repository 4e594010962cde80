import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itRequires } from '../support/route-cases.js';
import { RUNS, RunsWorld } from '../support/webhook-runs.js';
import { ENDPOINTS, type WebhookWorld } from '../support/webhooks.js';

const MOVES = ['pause', 'resume', 'cancel'] as const;

let past: RunsWorld;
let hooks: WebhookWorld;

beforeAll(async () => {
  past = await RunsWorld.start();
  ({ hooks } = past);
});
afterAll(() => past.stop());

describe('webhook-runs', () => {
  itRequires('integration.write', 'GET', `${RUNS}/1`, () => hooks);
  itRequires('integration.write', 'GET', `${ENDPOINTS}/1/runs`, () => hooks);
  for (const move of MOVES) itRequires('integration.write', 'POST', `${RUNS}/1/${move}`, () => hooks);

  it("404 alike for an unknown run, another company's, and an invalid id; it stays unchanged", async () => {
    const { by, endpoint } = await past.withPast('Lumen');
    const { body: run } = await past.replay(by, endpoint);
    for (const id of [run.id, 999_999_999, 'abc', '0']) {
      for (const move of MOVES) expect((await hooks.key.call('POST', `${RUNS}/${id}/${move}`)).status).toBe(404);
      expect((await hooks.key.call('GET', `${RUNS}/${id}`)).status).toBe(404);
    }
    for (const id of [endpoint.id, 999_999_999, 'abc']) {
      expect((await hooks.key.call('GET', `${ENDPOINTS}/${id}/runs`)).status).toBe(404);
    }
    expect((await by.call('GET', `${RUNS}/${run.id}`)).body).toEqual(run);
  });

  it('409 for a move that its status does not allow, with the status', async () => {
    const { by, endpoint } = await past.withPast('Lumen');
    const { body: run } = await past.replay(by, endpoint);
    const refused = async (move: string) => (await by.call<ProblemView>('POST', `${RUNS}/${run.id}/${move}`)).body;
    expect(await refused('resume')).toMatchObject({ code: 'action_not_allowed', currentStatus: 'Running' });
    await by.call('POST', `${RUNS}/${run.id}/pause`);
    expect(await refused('pause')).toMatchObject({ code: 'action_not_allowed', currentStatus: 'Paused' });
    await by.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { status: 'Disabled' } });
    expect(await refused('resume')).toMatchObject({ code: 'endpoint_disabled', status: 409 });
    await by.call('POST', `${RUNS}/${run.id}/cancel`);
    for (const move of MOVES) {
      expect(await refused(move)).toMatchObject({ code: 'action_not_allowed', currentStatus: 'Cancelled' });
    }
  });

  it('200: paused it is not worked on, resumed it is, cancelled never again; each is audited', async () => {
    const { by, endpoint } = await past.withPast('Lumen', 'Lux');
    const { body: run } = await past.replay(by, endpoint);
    const moved = async (move: string) => (await by.call<WebhookRunView>('POST', `${RUNS}/${run.id}/${move}`)).body;
    expect(await moved('pause')).toMatchObject({ status: 'Paused', finishedAt: null });
    expect(await past.work(run.id)).toEqual({ sent: 0, more: false });
    expect(await moved('resume')).toMatchObject({ status: 'Running', finishedAt: null });
    const cancelled = await moved('cancel');
    expect(cancelled).toMatchObject({ status: 'Cancelled', done: 0, finishedAt: cancelled.updatedAt });
    expect(await past.work(run.id)).toEqual({ sent: 0, more: false });
    expect(await past.audited(by, run.id)).toEqual(['started', 'paused', 'resumed', 'cancelled']);
  });

  it('200: an endpoint lists its own, newest first, page by page', async () => {
    const { by, endpoint } = await past.withPast();
    const other = await hooks.create({ eventTypes: ['client.created'] }, by);
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push((await past.replay(by, endpoint)).body.id);
    await past.replay(by, other);
    const path = `${ENDPOINTS}/${endpoint.id}/runs`;
    const { body: first } = await by.call<ListOf<WebhookRunView>>('GET', `${path}?limit=2`);
    const next = `?limit=2&cursor=${first.page.nextCursor}`;
    const { body: second } = await by.call<ListOf<WebhookRunView>>('GET', path + next);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.reverse());
    const wrong = await by.call<ProblemView>('GET', `${ENDPOINTS}/${other.id}/runs${next}`);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'cursor_mismatch']);
  });
});
