import { TestApi } from '@billhook/api/test/support/api';
import { verifyChains } from '@billhook/api/test/support/document-chains';
import { signChains } from '@billhook/api/test/support/document-states';
import { movableDatabaseClock, seedsOf, setClocks } from '@billhook/api/test/support/sandbox-clocks';
import { PASSWORD, World, type KeyCaller, type SeededMember } from '@billhook/api/test/support/world';
import type { InvitationList } from '@billhook/contract/identity/invitation';
import type { ApiKeyList } from '@billhook/contract/identity/key';
import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import type { MemberList, MemberView } from '@billhook/contract/identity/member';
import type { ClientView } from '@billhook/contract/invoicing/client';
import type { SeriesAuditView, SeriesView } from '@billhook/contract/invoicing/series';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { INVOICE_STATUSES } from '@billhook/domain/invoicing/invoice';
import { QUOTE_STATUSES } from '@billhook/domain/invoicing/quote';
import { Relay } from '@billhook/webhooks/engine/relay';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDemoAlone } from '../src/demo-rows.js';
import { DemoSeed } from '../src/demo-seed.js';
import { seededMembers } from '../src/people.js';
import { playChronicle, type Passing } from './advanced-chronicle.js';

let api: TestApi;
let world: World;
let owner: SeededMember;
let key: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start();
  await new DemoSeed(api.app, api.clock, PASSWORD, 'http://127.0.0.1:4010/').run();
  const [found] = await api.database.query<{ id: number; companyId: number; email: string }>({
    name: 'test_demo_owner',
    text: `SELECT m.id, m.company_id AS "companyId", a.email FROM members m JOIN accounts a ON a.id = m.account_id
      WHERE a.email = 'owner@boreal.example'`,
  });
  if (!found) throw new Error('the demo has no owner');
  world = new World(api);
  owner = found;
  key = await world.key({ member: owner });
});
afterAll(() => api.stop());

const listed = async <T>(path: string): Promise<T[]> => (await key.call<{ data: T[] }>('GET', path)).body.data;
/** The number of records in each status. */
const statusesOf = async (path: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status } of await listed<{ status: string }>(path)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('the demo', () => {
  it('has people to sign in as, the owner first', () => {
    expect(seededMembers().map(({ role, company }) => `${role} of ${company}`)).toEqual([
      ...['Owner', 'Admin', 'Accountant', 'Read-only'].map((role) => `${role} of Studio Boréal`),
      'Owner of Petite Forge',
    ]);
  });

  it('has a service member with a key, a member with tailored permissions, and an invited person', async () => {
    const session = await world.signIn(owner);
    const { body } = await session.call<MemberList>('GET', '/app/members');
    const shown = ({ name, kind, tailored, liveKeys }: MemberView) => ({ name, kind, tailored, liveKeys });
    expect(body.data.map(shown)).toEqual(
      expect.arrayContaining([
        { name: 'ERP connector', kind: 'Service', tailored: false, liveKeys: 1 },
        { name: 'Ines Carvalho', kind: 'Person', tailored: true, liveKeys: 1 },
      ]),
    );
    const invitations = await session.call<InvitationList>('GET', '/app/invitations');
    expect(invitations.body.data).toMatchObject([{ email: 'hugo@boreal.example', status: 'Open', usable: true }]);
  });

  it('has document chains that match its records and PDFs', async () => {
    await signChains(api);
    const reports = await verifyChains(api);
    expect(reports.filter(({ error }) => error !== null)).toEqual([]);
    expect(reports[0]?.entries).toBeGreaterThan(0);
  });

  it('has keys with the last use of their permissions', async () => {
    const session = await world.signIn(owner);
    const { body } = await session.call<ApiKeyList>('GET', '/app/api-keys?q=Data%20warehouse');
    const [warehouse] = body.data;
    if (!warehouse) throw new Error('the demo has no warehouse');
    expect(Date.parse(warehouse.firstUsedAt ?? '')).toBeGreaterThan(Date.parse(warehouse.createdAt));
    const traffic = await session.call<KeyTrafficView>('GET', `/app/api-keys/${warehouse.id}/traffic?days=30`);
    const needed = traffic.body.permissions.filter(({ lastUsedAt }) => lastUsedAt !== null);
    expect(needed.map(({ permission }) => permission).sort()).toEqual(['client.read', 'invoice.read', 'payment.read']);
  });

  it('has invoices and quotes in every status', async () => {
    expect(Object.keys(await statusesOf('/v1/invoices?limit=100')).sort()).toEqual([...INVOICE_STATUSES].sort());
    expect(Object.keys(await statusesOf('/v1/quotes?limit=100')).sort()).toEqual([...QUOTE_STATUSES].sort());
    expect(await statusesOf('/v1/credit-notes')).toEqual({ Issued: 3 });
    expect(await statusesOf('/v1/payments')).toMatchObject({ Deleted: 1 });
    expect(await statusesOf('/v1/mails')).toEqual({ Kept: 2 });
  });

  it('has number series without gaps, one of them created by the company', async () => {
    const series = await listed<SeriesView>('/v1/series');
    expect(series.map(({ kind, code }) => `${kind} ${code}`)).toContain('Invoice export');
    for (const { id } of series) {
      const audit = await key.call<SeriesAuditView>('GET', `/v1/series/${id}/audit`);
      expect(audit.body).toMatchObject({ continuous: true });
      expect(audit.body.periods.length).toBeGreaterThan(0);
    }
  });

  it('has clients with an outstanding amount, and one with credit', async () => {
    const clients = await listed<ClientView>('/v1/clients');
    const balances = Object.fromEntries(clients.map((client) => [client.name, client.balances]));
    expect(balances['Atelier Lumen SARL']).toEqual([
      { currency: 'EUR', due: '6506.50', overdue: '5184.00', credit: '7811.28' },
    ]);
    expect(balances['Camille Roux']).toEqual([]);
    expect(clients.find(({ name }) => name === 'Café Minot')?.status).toBe('Archived');
  });

  it('has a healthy, a degraded, a paused and a disabled endpoint, with deliveries in every status', async () => {
    const endpoints = await listed<WebhookEndpointView>('/v1/webhook-endpoints');
    expect(endpoints.map(({ url, health, disabledReason }) => [url, health.state, disabledReason]).sort()).toEqual([
      ['http://127.0.0.1:4010/', 'Healthy', null],
      ['https://erp.boreal.invalid/webhooks/billhook', 'Paused', null],
      ['https://hooks.partner.example/boreal', 'Disabled', 'Gone'],
      ['https://warehouse.boreal.invalid/hooks/orders', 'Degraded', null],
    ]);
    for (const status of ['Cancelled', 'Delivered', 'Failed', 'Waiting']) {
      expect(Object.keys(await statusesOf(`/v1/webhook-deliveries?limit=1&statuses=${status}`))).toEqual([status]);
    }
    for (const { id, url, health } of endpoints) {
      const stats = await key.call<WebhookStatsView>('GET', `/v1/webhook-endpoints/${id}/stats?bucket=day`);
      expect([url, stats.body.totals.succeeded + stats.body.totals.failed > 0]).toEqual([url, true]);
      if (health.state === 'Paused') expect(health.nextStep?.step).toBe('Probe');
    }
  });

  it('has failed attempts with a response, a timeout and an unknown name', async () => {
    const kinds = await api.database.query<{ kind: string; body: boolean | null }>({
      name: 'test_demo_errors',
      text: `SELECT error_kind AS kind, bool_or(response_body LIKE '{"error"%') AS body FROM webhook_attempts
        WHERE error_kind IS NOT NULL GROUP BY 1 ORDER BY 1`,
    });
    expect(kinds).toEqual([
      { kind: 'Dns', body: null },
      { kind: 'Status', body: true },
      { kind: 'Timeout', body: null },
    ]);
  });

  it('has a completed and a paused run, which has deliveries left', async () => {
    const paused = (await listed<WebhookEndpointView>('/v1/webhook-endpoints')).find(
      ({ health }) => health.state === 'Paused',
    );
    const runs = await listed<WebhookRunView>(`/v1/webhook-endpoints/${paused?.id}/runs`);
    expect(runs.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'RecoverFailed Paused',
      'ReplayMissing Completed',
    ]);
    expect(runs[0]?.total).toBeGreaterThan(runs[0]?.done ?? 0);
  });

  it('has attempts like those of the engine, and no due deliveries', async () => {
    const [last] = await listed<WebhookDeliveryView>('/v1/webhook-deliveries?statuses=Delivered&limit=1');
    const { body } = await key.call<WebhookDeliveryDetail>('GET', `/v1/webhook-deliveries/${last?.id}`);
    expect(body.body).toContain(`"id":"${body.eventId}"`);
    expect(body.attempts.at(-1)).toMatchObject({
      outcome: 'Succeeded',
      request: { headers: { 'webhook-id': body.eventId, 'webhook-sequence': String(body.sequence) } },
    });
    const relay = new Relay(api.app.get(UnitOfWork), { fanOut: true, firstWaitMs: 0 });
    const left = await api.within(owner.companyId, () => relay.run());
    expect(left.deliveries).toBe(0);
  });

  it('has an audit log in chronological order', async () => {
    const entries = await api.database.query<{ action: string; at: Date; log: number }>({
      name: 'test_demo_audit',
      // The ids of each cell, and of the global side, are another range.
      text: 'SELECT action, at, id >> 40 AS log FROM audit_log WHERE company_id = $1 AND at < $2 ORDER BY id',
      values: [owner.companyId, api.clock.now()],
    });
    expect(new Set(entries.map(({ action }) => action))).toContain('webhook_endpoint.updated');
    for (const log of new Set(entries.map((entry) => entry.log))) {
      const times = entries.filter((entry) => entry.log === log).map(({ at }) => at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  it('has nothing in the future', async () => {
    const [late] = await api.database.query<{ last: Date }>({
      name: 'test_demo_last',
      text: 'SELECT max(at) AS last FROM record_history',
    });
    expect(late?.last.getTime()).toBeLessThanOrEqual(api.clock.now().getTime());
  });

  it('is alone until there is another company, in any cell', async () => {
    const isAlone = () => isDemoAlone(api.databaseUrl);
    expect(await isAlone()).toBe(true);
    // One of both companies is in each cell, so the second one is not in that of the first.
    const first = await world.company();
    for (const table of ['companies', 'tenants']) {
      const text = `UPDATE ${table} SET name = 'Petite Forge' WHERE id = $1`;
      await api.database.query({ name: '', text, values: [first] });
    }
    expect(await isAlone()).toBe(true);
    await world.company();
    expect(await isAlone()).toBe(false);
  });
});

describe('the chronicle in a sandbox', () => {
  let moved: TestApi;
  beforeAll(async () => {
    moved = await TestApi.beside(api, { DATABASE_URL: await movableDatabaseClock(api) });
  });
  afterAll(() => moved.stop());

  const seeds = seedsOf(20, 3);
  // The first half of the year takes a few seconds.
  const end = seeds.length > 1 ? 0 : 170;

  it.each(seeds)('has the same events in the same order, however its time passes (seed %i)', async (seed) => {
    const today = api.clock.now();
    const play = (passing: Passing) =>
      playChronicle(moved, passing, { seed, today, end, ownerOf: (companyId) => world.member(companyId) });
    const expected = await play('clocks set day by day');
    expect(expected.filter((event) => event.includes('"invoice.overdue"')).length).toBeGreaterThan(0);
    expect(await play('daily advances')).toEqual(expected);
    expect(await play('one advance')).toEqual(expected);
    await setClocks(moved, today);
  });
});
