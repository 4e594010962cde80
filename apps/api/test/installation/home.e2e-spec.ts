import type { HomeTask, HomeView } from '@billhook/contract/installation/home';
import type { Permission } from '@billhook/domain/identity/permissions';
import { addDays } from '@billhook/domain/shared/calendar';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Records } from '../support/records.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWithKey } from '../support/start.js';
import { ENDPOINTS } from '../support/webhooks.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const PATH = '/app/home';
const TODAY = '2026-11-21';
const { api, world } = await startWithKey(`${TODAY}T09:00:00.000Z`);

type Tasks = Partial<Record<HomeTask, number>>;

/** What waits for a member, by its count. */
const tasksOf = async (member: SeededMember): Promise<Tasks> => tasksIn(await world.session(member));

async function tasksIn(session: SessionCaller): Promise<Tasks> {
  const { body } = await session.call<HomeView>('GET', PATH);
  expect(body.tasks.every(({ capped }) => !capped)).toBe(true);
  return Object.fromEntries(body.tasks.map(({ task, count }) => [task, count]));
}

const set = (text: string, values: readonly unknown[]) => api.database.query({ name: '', text, values });

const CALLED_AFTER_ITS_END = `INSERT INTO key_hosts (key_id, dead, ip, user_agent, first_at, last_at, count, last_method, last_route)
  VALUES ($1, true, '192.0.2.1', 'cron', $2, $2, 3, 'GET', '/v1/invoices')`;

describe('GET /app/home', () => {
  let owner: SeededMember;
  let key: KeyCaller;
  let records: Records;

  beforeAll(async () => {
    owner = await world.member(await world.company());
    key = await world.key({ member: owner });
    records = new Records(key);
  });

  const colleague = (...permissions: Permission[]) => world.member(owner.companyId, { permissions });

  it('401 without a session, 403 without invoice.read', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
    const refused = await (await world.session(await colleague('client.read'))).call('GET', PATH);
    expect([refused.status, refused.body['code']]).toEqual([403, 'permission_missing']);
  });

  it('has nothing for a new company', async () => {
    expect(await tasksOf(owner)).toEqual({});
  });

  it('counts drafts, and the quotes without an answer by how soon they expire', async () => {
    const expiring = (days: number) => records.sentQuote({ expiryDate: addDays(TODAY, days) });
    for (let made = 0; made < 2; made++) await records.draft();
    await records.sent();
    await records.quote();
    await expiring(0);
    await expiring(7);
    await expiring(8);
    await records.sentQuote({ expiryDate: null });
    await records.accepted();
    // Today it has expired.
    const { id } = await expiring(1);
    await set('UPDATE quotes SET expiry_date = $2 WHERE id = $1', [id, addDays(TODAY, -1)]);
    const documents = { draftInvoices: 2, draftQuotes: 1, expiringQuotes: 2, unansweredQuotes: 4 };
    expect(await tasksOf(owner)).toEqual(documents);
    expect(await tasksOf(await colleague('invoice.read'))).toEqual({ draftInvoices: 2 });
    // Those of the company with its clock, not with that of the server.
    const other = await world.member(await world.company());
    expect(await tasksOf(other)).toEqual({});
  });

  it('counts the emails that failed in the last 30 days, by the permission for their documents', async () => {
    const { id: clientId } = await records.client({ email: 'compta@lumen.example' });
    const mailed = await records.draft({ clientId });
    await key.call('POST', `/v1/invoices/${mailed.id}/send`, { body: { channel: 'Email' } });
    await set(`UPDATE mails SET status = 'Failed', next_attempt_at = NULL WHERE company_id = $1`, [owner.companyId]);
    expect(await tasksOf(owner)).toMatchObject({ failedEmails: 1 });
    await set(`UPDATE mails SET resource = 'quote' WHERE company_id = $1`, [owner.companyId]);
    expect(await tasksOf(await colleague('invoice.read'))).toEqual({ draftInvoices: 2 });
    await set(`UPDATE mails SET created_at = created_at - interval '31 days' WHERE company_id = $1`, [owner.companyId]);
    expect(await tasksOf(owner)).not.toHaveProperty('failedEmails');
  });

  it('counts keys that expire soon and ended keys that are used, of the company or those of the member', async () => {
    const [mine, theirs] = [await colleague('invoice.read'), await colleague('invoice.read')];
    for (const member of [mine, theirs]) {
      const expiring = await world.key({ member, expiry: '90d', scopes: ['invoice.read'] });
      await set('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [expiring.id, `${addDays(TODAY, 14)}T00:00:00Z`]);
      const revoked = await world.key({ member, scopes: ['invoice.read'] });
      await set(`UPDATE api_keys SET revoked_at = now(), revoked_by = 'system' WHERE id = $1`, [revoked.id]);
      await set(CALLED_AFTER_ITS_END, [revoked.id, `${addDays(TODAY, -6)}T00:00:00Z`]);
    }
    expect(await tasksOf(mine)).toEqual({ draftInvoices: 2, expiringKeys: 1, endedKeysInUse: 1 });
    expect(await tasksOf(owner)).toMatchObject({ expiringKeys: 2, endedKeysInUse: 2 });
  });

  it('counts keys by the clock of a sandbox, and their calls by that of the machine', async () => {
    const { id, within, key: trial } = await new Sandboxes(api, world).ready(await world.session(owner));
    const ahead = async (days: number) => {
      await set('UPDATE companies SET clock_offset = $2 WHERE id = $1', [id, days * 86_400_000]);
      await api.cells.each(() => updateTenants(api.database));
    };
    expect(await tasksIn(within)).toEqual({});
    await ahead(80);
    expect(await tasksIn(within)).toEqual({ expiringKeys: 1 });
    await ahead(91);
    await set(CALLED_AFTER_ITS_END, [trial.id, `${addDays(TODAY, -1)}T00:00:00Z`]);
    expect(await tasksIn(within)).toEqual({ endedKeysInUse: 1 });
  });

  it('counts the endpoints that fail or were disabled by failures, with integration.write', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 5; made++) {
      const body = { url: `https://hooks.boreal.example/${made}`, eventTypes: ['client.created'] };
      ids.push((await key.call<{ id: number }>('POST', ENDPOINTS, { body })).body.id);
    }
    const [paused, degraded, gone, byHand] = ids;
    const health = 'UPDATE webhook_endpoint_states SET health = $2 WHERE endpoint_id = $1';
    await set(health, [paused, 'Paused']);
    await set(health, [degraded, 'Degraded']);
    await set(health, [byHand, 'Paused']);
    const disabled = `UPDATE webhook_endpoints SET status = 'Disabled', disabled_reason = $2, disabled_at = now() WHERE id = $1`;
    await set(disabled, [gone, 'Gone']);
    await set(disabled, [byHand, 'Manual']);
    expect(await tasksOf(owner)).toMatchObject({ failingEndpoints: 3 });
    expect(await tasksOf(await colleague('invoice.read', 'integration.write'))).toMatchObject({ failingEndpoints: 3 });
    expect(await tasksOf(await colleague('invoice.read'))).not.toHaveProperty('failingEndpoints');
  });

  it('lists the most urgent first', async () => {
    await set(`UPDATE mails SET created_at = created_at + interval '31 days' WHERE company_id = $1`, [owner.companyId]);
    expect(Object.keys(await tasksOf(owner))).toEqual([
      ...['failedEmails', 'failingEndpoints', 'endedKeysInUse', 'expiringKeys'],
      ...['expiringQuotes', 'draftInvoices', 'draftQuotes', 'unansweredQuotes'],
    ]);
  });
});
