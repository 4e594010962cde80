import type { ChildProcess } from 'node:child_process';
import type { SandboxAdvanceView, SandboxClockView } from '@billhook/contract/installation/sandbox-clock';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { HEALTH_RULES } from '@billhook/domain/webhooks/endpoint-health';
import { MOST_OVERDUE } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import { isFullRun } from '@billhook/testing/full-run';
import { storedTable } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { end, inTurns, spawnProgram } from '@billhook/testing/program';
import { Receiver } from '@billhook/testing/receiver';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { authorize, bearer, registerApplication } from '../support/oauth.js';
import { enterPortal, portalLink, tokenOf } from '../support/portal.js';
import { Records } from '../support/records.js';
import { sentForDays } from '../support/sandbox-clocks.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SessionCaller } from '../support/world.js';

const PATH = '/v1/sandbox/clock';
const DAY = 86_400_000;
const ON_ONE_DAY = isFullRun ? 2_000 : 300;

// For the warnings before an expiry. A sandbox keeps its emails.
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'billing@company.example' };
const { api, world } = await startWorld(MAIL);
const sandboxes = new Sandboxes(api, world);
const newSandbox = async () => sandboxes.ready(await world.session(await world.member(await world.company())));
let key: KeyCaller;
let within: SessionCaller;

let worker: ChildProcess | undefined;
const startWorker = async (): Promise<void> => {
  const local = { ...MAIL, WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' };
  const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, ...local };
  worker ??= await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
};
const killWorker = async (): Promise<void> => {
  if (worker) await end(worker, 'SIGKILL');
  worker = undefined;
};

beforeAll(async () => {
  // The worker has the clock of the machine.
  api.clock.set(new Date());
  ({ key, within } = await newSandbox());
});
afterAll(killWorker);

const clockOf = async (by: KeyCaller = key) => {
  api.clock.set(new Date());
  return (await by.call<SandboxClockView>('GET', PATH)).body;
};
const advance = (by: KeyCaller, advanceTo: string) =>
  by.call<SandboxAdvanceView>('POST', PATH, { body: { advanceTo } });
const inDays = (days: number, from = api.clock.now()) => new Date(from.getTime() + days * DAY).toISOString();
const completed = (by: KeyCaller) =>
  eventually('the clock has advanced', async () => {
    const clock = await clockOf(by);
    return clock.advance?.status === 'Running' ? undefined : clock;
  });

describe(PATH, () => {
  it('401 without a key', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
    expect((await api.call('POST', PATH, { body: { advanceTo: inDays(1) } })).status).toBe(401);
  });

  it('403 for a key of a production company, and without the permission', async () => {
    const production = await world.key();
    for (const answer of [await production.call('GET', PATH), await advance(production, inDays(1))]) {
      expect(answer.body).toMatchObject({ status: 403, code: 'sandbox_required' });
    }
    const reader = await sandboxes.key(within, ['event.read']);
    expect((await advance(reader, inDays(1))).body).toMatchObject({ status: 403, missing: ['integration.write'] });
  });

  it.each([
    ['no time', {}],
    ['a date', { advanceTo: '2027-01-01' }],
    ['another member', { advanceTo: '2027-01-01T00:00:00.000Z', by: 'P1D' }],
  ])('422 for %s', async (_, body) => {
    expect((await key.call('POST', PATH, { body })).body).toMatchObject({ status: 422, code: 'invalid_body' });
  });

  it('422 for a time in the past, the present one, and one beyond ten years', async () => {
    const [now, later] = [api.clock.now(), new Date(api.clock.now())];
    later.setUTCFullYear(later.getUTCFullYear() + 10);
    for (const [to, code] of [
      [inDays(-1), 'in_past'],
      [now.toISOString(), 'in_past'],
      [inDays(1, later), 'too_far'],
    ] as const) {
      expect((await advance(key, to)).body).toMatchObject({ status: 422, errors: [{ pointer: '/advanceTo', code }] });
    }
    expect((await clockOf()).advance).toBeNull();
    expect(await auditOf(api, key.companyId, 'sandbox.clock_advanced')).toEqual([]);
  });

  it('202, and 409 for a second one until the worker has completed it; the time never goes back', async () => {
    const to = inDays(40);
    const both = await Promise.all([advance(key, to), advance(key, to)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const accepted = both.find(({ status }) => status === 202) ?? both[0];
    expect(accepted.body).toMatchObject({ status: 'Running', to, reached: accepted.body.from, completedAt: null });
    expect((await advance(key, inDays(50))).body).toMatchObject({ status: 409, code: 'clock_advancing' });
    expect((await clockOf()).advance).toEqual(accepted.body);
    const { from } = accepted.body;
    expect(await auditOf(api, key.companyId, 'sandbox.clock_advanced')).toEqual([
      expect.objectContaining({
        actorKind: 'key',
        keyId: key.id,
        target: null,
        details: { changed: { time: { from, to } } },
      }),
    ]);

    await startWorker();
    const { now, advance: done } = await completed(key);
    expect(done).toMatchObject({ id: accepted.body.id, status: 'Completed', reached: to });
    expect(now >= to && now < inDays(41)).toBe(true);
    expect((await advance(key, inDays(39))).body).toMatchObject({ status: 422, errors: [{ code: 'in_past' }] });
    expect((await within.call<SandboxClockView>('GET', '/app/sandbox/clock')).body.advance).toEqual(done);
  });
});

describe('an advance', () => {
  const receiver = new Receiver();
  beforeAll(() => receiver.start());
  afterAll(() => receiver.stop());

  it('carries out the retries of waiting deliveries at their times, and leaves those of other companies', async () => {
    const [sandbox, other] = [await newSandbox(), await newSandbox()];
    receiver.answer('/down', { status: 503 });
    const endpoints = [];
    for (const each of [sandbox, other]) {
      const body = { url: `${receiver.url}/down`, eventTypes: ['client.created'] };
      const { id } = (await each.key.call<{ id: number }>('POST', '/v1/webhook-endpoints', { body })).body;
      await new Records(each.key).client();
      endpoints.push(id);
    }
    await startWorker();
    await receiver.waitFor('/down', 2);
    await advance(sandbox.key, inDays(4));
    const { advance: done } = await completed(sandbox.key);
    expect(done?.done.dueDeliveries).toBeGreaterThan(3);
    const deliveriesOf = async (by: KeyCaller, id = 0) =>
      (await by.call<ListOf<WebhookDeliveryView>>('GET', `/v1/webhook-deliveries?endpointId=${id}`)).body.data;
    const [moved] = await deliveriesOf(sandbox.key, endpoints[0]);
    // The schedule has no attempt left after four days.
    expect(moved).toMatchObject({ status: 'Failed', nextAttemptAt: null });
    const [left] = await deliveriesOf(other.key, endpoints[1]);
    expect(left?.status).toBe('Waiting');
    expect(left?.attemptCount).toBeLessThan(3);
  });

  const fill = ({ key: by }: { readonly key: KeyCaller }) => sentForDays(sandboxes, by, inDays, ON_ONE_DAY);
  /** Leaves the worker stopped, which could otherwise have marked all of them before this looks. */
  const begunBy = (by: KeyCaller) =>
    inTurns('the clock has marked some invoices of the day of many', Number(worker?.pid), async () => {
      const { advance: running } = await clockOf(by);
      return running && running.done.overdueInvoices > 20 ? running : undefined;
    });

  it('marks many invoices of one day in batches, and continues after its worker is killed', async () => {
    const sandbox = await newSandbox();
    await fill(sandbox);
    const { body: requested } = await advance(sandbox.key, inDays(25));
    await startWorker();
    const begun = await begunBy(sandbox.key);
    await killWorker();
    expect(begun.done.overdueInvoices).toBeLessThan(ON_ONE_DAY);
    expect(begun.reached >= requested.from && begun.reached < inDays(4)).toBe(true);
    await startWorker();
    const { advance: done } = await completed(sandbox.key);
    expect(done).toMatchObject({ status: 'Completed', done: { overdueInvoices: ON_ONE_DAY + 20 } });
    const events = await sandboxes.rows(
      `SELECT e.created_at AS at, i.due_date::text AS due, i.id, e.xmin::text AS tx,
          (i.due_date + 1)::timestamp AT TIME ZONE 'Europe/Paris' AS midnight
        FROM ${storedTable('events')} e JOIN invoices i ON i.id = (e.body::jsonb -> 'data' ->> 'id')::bigint
        WHERE e.company_id = $1 AND e.type = 'invoice.overdue' ORDER BY e.position`,
      [sandbox.id],
    );
    expect(events).toHaveLength(ON_ONE_DAY + 20);
    const order = events.map(({ due, id: invoice }) => `${String(due)} ${String(invoice).padStart(9, '0')}`);
    expect(order).toEqual([...new Set(order)].sort());
    const times = events.map(({ at }) => Number(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const late = events.filter(({ at, midnight }) => Number(at) !== Number(midnight));
    expect(late.length).toBeLessThan(ON_ONE_DAY);
    expect(new Set(late.map(({ due }) => due)).size).toBeLessThanOrEqual(1);
    const batches = [...new Set(events.map(({ tx }) => tx))].map(
      (tx) => events.filter((event) => event['tx'] === tx).length,
    );
    expect(Math.max(...batches)).toBeLessThanOrEqual(MOST_OVERDUE);
  });

  it('continues during a reset, which deletes the records and keeps the time', async () => {
    const sandbox = await newSandbox();
    await fill(sandbox);
    const to = inDays(25);
    await advance(sandbox.key, to);
    await startWorker();
    const begun = await begunBy(sandbox.key);
    worker?.kill('SIGCONT');
    const { name } = sandbox;
    expect((await sandbox.within.call('POST', '/app/sandbox/reset', { body: { name } })).status).toBe(200);
    expect((await clockOf(sandbox.key)).now >= begun.reached).toBe(true);
    const { now, advance: done } = await completed(sandbox.key);
    expect(done).toMatchObject({ id: begun.id, status: 'Completed', reached: to });
    expect(now >= to).toBe(true);
    expect(await sandboxes.rows('SELECT type FROM events WHERE company_id = $1', [sandbox.id])).toEqual([]);
    expect((await sandbox.key.call<{ data: object[] }>('GET', '/v1/invoices')).body.data).toEqual([]);
  });

  it('waits while the deletion of the company is requested, and ends with a deleted sandbox', async () => {
    const owner = await world.member(await world.company());
    const session = await world.session(owner);
    const [kept, deleted] = [
      await sandboxes.ready(await world.session(owner)),
      await sandboxes.ready(await world.session(owner)),
    ];
    const other = await newSandbox();
    await killWorker();
    const to = inDays(5);
    for (const sandbox of [kept, deleted]) expect((await advance(sandbox.key, to)).status).toBe(202);
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    expect((await session.call('POST', '/app/company/deletion', { body: { name } })).status).toBe(200);
    expect((await advance(kept.key, inDays(6))).body).toMatchObject({ status: 409, code: 'deletion_requested' });
    // A later one: the worker has looked at both before.
    await advance(other.key, to);
    await startWorker();
    await completed(other.key);
    for (const { key: by } of [kept, deleted]) {
      const { advance: waiting } = await clockOf(by);
      expect(waiting).toMatchObject({ status: 'Running', reached: waiting?.from });
    }
    expect((await session.call('POST', '/app/company/deletion/withdraw')).status).toBe(200);
    expect((await completed(kept.key)).advance).toMatchObject({ status: 'Completed', reached: to });
    await completed(deleted.key);

    // The job that deletes companies runs every 10 seconds.
    if (!isFullRun) return;
    await advance(deleted.key, inDays(3_000));
    const body = { name: deleted.name };
    expect((await deleted.within.call('POST', '/app/company/deletion', { body })).status).toBe(200);
    await eventually(
      'the sandbox is deleted',
      async () => (await deleted.key.call('GET', PATH)).status === 401 || undefined,
    );
    await eventually('its rows are deleted', async () => {
      const rows = await sandboxes.rows('SELECT id FROM companies WHERE id = $1', [deleted.id]);
      return rows.length === 0 || undefined;
    });
    expect((await advance(deleted.key, inDays(3_001))).status).toBe(401);
    expect(await sandboxes.rows('SELECT id FROM sandbox_advances WHERE company_id = $1', [deleted.id])).toEqual([]);
  });

  it('is followed by records, keys, links, grants, quotes and warnings, in the order of time, and not by other companies', async () => {
    const owner = await world.member(await world.company());
    const session = await world.session(owner);
    const sandbox = await sandboxes.ready(await world.session(owner));
    // The key and the grant live for 90 days, the link for 15 minutes.
    const application = await registerApplication(session, { scopes: ['client.read', 'invoice.read'] });
    const choice = { companyId: sandbox.id, expiry: '90d' };
    const { accessToken } = await authorize(api, session, application, { choice });
    const byGrant = () => api.call<ProblemView>('GET', '/v1/clients', bearer(accessToken));
    const link = tokenOf(await portalLink(sandbox.within));
    const made = new Records(sandbox.key);
    const issueDate = inDays(0).slice(0, 10);
    for (const days of [82, 1]) await made.sent({ issueDate, dueDate: inDays(days).slice(0, 10) });
    const quote = await made.sentQuote({ issueDate, expiryDate: inDays(40).slice(0, 10) });
    const body = { url: `${receiver.url}/never`, eventTypes: ['client.created'] };
    const { id: endpointId } = await made.act<{ id: number }>('/v1/webhook-endpoints', body);
    // Without the hundreds of probes in between.
    await sandboxes.rows(
      `UPDATE webhook_endpoint_states SET health = 'Paused', health_since = now(), failing_since = now(), failed_messages = 10,
          consecutive_failures = 10, concurrency = 1, probe_at = now() + interval '6 days' WHERE endpoint_id = $1`,
      [endpointId],
    );
    for (let n = 0; n < HEALTH_RULES.disabledAfterMessages; n++) await made.client();

    await advance(sandbox.key, inDays(60));
    await startWorker();
    const { now, advance: first } = await completed(sandbox.key);
    expect(first?.done.overdueInvoices).toBe(1);
    expect((await made.client()).createdAt >= now).toBe(true);
    expect((await new Records(await world.key()).client()).createdAt < inDays(1)).toBe(true);
    expect((await made.get<{ status: string }>(`/v1/quotes/${quote.id}`)).status).toBe('Expired');
    expect(await made.get(`/v1/webhook-endpoints/${endpointId}`)).toMatchObject({ disabledReason: 'Failing' });
    expect((await enterPortal(api, link)).status).not.toBe(303);
    expect((await byGrant()).status).toBe(200);
    expect((await advance(sandbox.key, inDays(91))).status).toBe(202);
    await eventually('the key has expired', async () => {
      const { status, body: problem } = await sandbox.key.call('GET', '/v1/me');
      return (status === 401 && problem['code'] === 'key_expired') || undefined;
    });
    expect((await byGrant()).body).toMatchObject({ status: 401 });
    expect((await sandbox.within.call('GET', '/app/session')).status).toBe(200);

    // Emails have the real time: the transactions and their statements show the order.
    const happened = await sandboxes.rows(
      `SELECT what FROM (
          SELECT subject AS what, xmin, cmin FROM ${storedTable('mails')} WHERE company_id = $1 AND status = 'Kept'
          UNION ALL SELECT action, xmin, cmin FROM ${storedTable('record_history')} WHERE company_id = $1 AND action = 'fallDue'
        ) h ORDER BY xmin::text::bigint, cmin::text::bigint`,
      [sandbox.id],
    );
    const webhooks = `Webhooks to ${new URL(receiver.url).host}/never`;
    expect(happened.map(({ what }) => what)).toEqual([
      `${webhooks} are paused`,
      `${webhooks} have failed for 6 hours`,
      'fallDue',
      `${webhooks} will be disabled within 48 hours`,
      `${webhooks} will be disabled within 24 hours`,
      `${webhooks} were disabled`,
      'API key “Trial” expires in 14 days',
      'fallDue',
      'API key “Trial” expires in 3 days',
      'API key “Trial” expires within 24 hours',
    ]);
  });
});
