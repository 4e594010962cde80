import type { KeyActivityView, KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { deleteOldTraffic } from '@billhook/identity/key-traffic/key-traffic-rows';
import { KeyTrafficRepository } from '@billhook/identity/key-traffic/key-traffic.repository';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeyRequestCounterService } from '../../src/identity/key-traffic/key-request-counter.service.js';
import { TestApi } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld({ TRUST_PROXY: '1' });
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
});

const none = { ok: 0, refused: 0, limited: 0, failed: 0, dead: 0 };
const traffic = async (id = key.id, query = '', reach = '/app/api-keys'): Promise<KeyTrafficView> =>
  (await session.call<KeyTrafficView>('GET', `${reach}/${id}/traffic${query}`)).body;
const activity = async (ids: readonly number[], reach = '/app/api-keys'): Promise<KeyActivityView> =>
  (await session.call<KeyActivityView>('GET', `${reach}/activity?${ids.map((id) => `ids=${id}`).join('&')}`)).body;
const revoke = async (id = key.id): Promise<void> => {
  expect((await session.call('POST', `/app/api-keys/${id}/revoke`, { body: {} })).status).toBe(200);
};
const from = (ip: string, agent = 'erp/1.0'): { headers: Record<string, string> } => ({
  headers: { 'x-forwarded-for': ip, 'user-agent': agent },
});

describe.each(['/app/api-keys', '/app/company/api-keys'])('%s', (reach) => {
  it('401 without a session, and for a key', async () => {
    for (const path of [`${reach}/${key.id}/traffic`, `${reach}/activity`]) {
      expect((await api.call('GET', path)).status).toBe(401);
      expect((await key.call('GET', path)).status).toBe(401);
    }
  });

  it('404 for the key of another company', async () => {
    const other = await world.key();
    expect((await session.call('GET', `${reach}/${other.id}/traffic`)).status).toBe(404);
    expect((await activity([other.id], reach)).data).toEqual([]);
  });

  it('400 for an invalid window and invalid ids', async () => {
    for (const query of ['?days=0', '?days=401', '?days=x', '?since=1']) {
      expect((await session.call('GET', `${reach}/${key.id}/traffic${query}`)).status).toBe(400);
    }
    const many = Array.from({ length: 101 }, (_, n) => `ids=${n + 1}`).join('&');
    for (const query of ['?ids=x', `?${many}`]) {
      expect((await session.call('GET', `${reach}/activity${query}`)).status).toBe(400);
    }
  });

  it('200: a key that was never used', async () => {
    const { days, routes, hosts, permissions } = await traffic(key.id, '', reach);
    expect({ routes, hosts }).toEqual({ routes: [], hosts: [] });
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ day: api.clock.now().toISOString().slice(0, 10), ...none });
    expect(permissions).toEqual(GRANTABLE_PERMISSIONS.map((permission) => ({ permission, lastUsedAt: null })));
    const { data, dead } = await activity([key.id], reach);
    expect(data).toEqual([{ id: key.id, days: Array.from({ length: 30 }, () => 0) }]);
    expect(dead).toEqual([]);
  });
});

it('another member sees them only with api_key.manage', async () => {
  const colleague = await world.session(await world.member(owner.companyId, { role: 'Sales' }));
  expect((await colleague.call('GET', `/app/company/api-keys/${key.id}/traffic`)).status).toBe(403);
  expect((await colleague.call('GET', '/app/company/api-keys/activity')).status).toBe(403);
  expect((await colleague.call('GET', `/app/api-keys/${key.id}/traffic`)).status).toBe(404);
  const admin = await world.session(await world.member(owner.companyId, { role: 'Admin' }));
  expect((await admin.call('GET', `/app/company/api-keys/${key.id}/traffic`)).status).toBe(200);
});

describe('the counts', () => {
  it('are by day, route and outcome, over two processes', async () => {
    const second = await TestApi.beside(api, { TRUST_PROXY: '1' });
    const other = (path: string, method = 'GET') =>
      second.call(method, path, { headers: { authorization: `Bearer ${key.secret}` } });
    const { body: client } = await key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    await key.call('GET', `/v1/clients/${client.id}`);
    await other(`/v1/clients/${client.id}?expand=x`);
    await other('/v1/clients/999999');
    await other('/v1/nothing', 'PUT');
    await key.call('HEAD', '/v1/clients');
    await second.stop();
    api.clock.advance(DAY_MS);
    session = await world.session(owner);
    await key.call('GET', `/v1/clients/${client.id}`);

    const { days, routes } = await traffic();
    expect(days.slice(-2).map(({ day: _, ...counts }) => counts)).toEqual([
      { ...none, ok: 3, refused: 3 },
      { ...none, ok: 1 },
    ]);
    expect(routes).toEqual([
      { ...none, method: 'GET', route: '/v1/clients/{id}', ok: 2, refused: 2 },
      { ...none, method: 'PUT', route: '(unknown)', refused: 1 },
      { ...none, method: 'GET', route: '/v1/clients', ok: 1 },
      { ...none, method: 'POST', route: '/v1/clients', ok: 1 },
    ]);
    expect((await traffic(key.id, '?days=1')).days).toHaveLength(1);
    expect((await activity([key.id])).data[0]?.days.slice(-2)).toEqual([6, 1]);
  });

  it('include requests over the limit', async () => {
    const narrow = await TestApi.beside(api, { RATE_LIMIT_KEY: '2' });
    for (let n = 0; n < 4; n++)
      await narrow.call('GET', '/v1/clients', { headers: { authorization: `Bearer ${key.secret}` } });
    await narrow.stop();
    expect((await traffic()).days.at(-1)).toMatchObject({ ok: 2, limited: 2 });
  });

  it('include the hosts, newest first', async () => {
    await key.call('GET', '/v1/clients', from('203.0.113.1'));
    api.clock.advance(1_000);
    await key.call('GET', '/v1/invoices', from('203.0.113.2', 'report/2'));
    await key.call('GET', '/v1/clients', from('203.0.113.1'));
    const { hosts } = await traffic();
    expect(hosts).toHaveLength(2);
    expect(hosts).toContainEqual(
      expect.objectContaining({
        ip: '203.0.113.1',
        userAgent: 'erp/1.0',
        dead: false,
        requests: 2,
        lastRoute: '/v1/clients',
      }),
    );
  });

  it('include the required permissions, also of expansions', async () => {
    await key.call('GET', '/v1/invoices?expand=client');
    await key.call('POST', '/v1/payments', { body: {} });
    const used = (await traffic()).permissions
      .filter(({ lastUsedAt }) => lastUsedAt)
      .map(({ permission }) => permission);
    expect(used).toEqual(['client.read', 'invoice.read']);
  });

  it('contain no secret in any row', async () => {
    await key.call('GET', `/v1/clients?key=${key.secret}`);
    await traffic();
    const rows = await api.database.query({
      name: 'test_traffic_rows',
      text: `SELECT key_requests::text AS row FROM key_requests UNION ALL SELECT key_hosts::text FROM key_hosts`,
      values: [],
    });
    expect(JSON.stringify(rows)).not.toContain(key.secret.slice(12, 30));
  });
});

describe('an ended key', () => {
  it('is counted separately with its hosts, and reported to its owner and administrators', async () => {
    await key.call('GET', '/v1/clients', from('203.0.113.1'));
    await revoke();
    for (let n = 0; n < 3; n++) {
      expect((await key.call('GET', '/v1/invoices', from('198.51.100.9', 'cron'))).status).toBe(401);
    }
    const { days, hosts } = await traffic();
    expect(days.at(-1)).toMatchObject({ ...none, ok: 1, dead: 3 });
    expect(hosts.filter(({ dead }) => dead)).toEqual([
      expect.objectContaining({ ip: '198.51.100.9', userAgent: 'cron', requests: 3, lastRoute: '/v1/invoices' }),
    ]);
    for (const reach of ['/app/api-keys', '/app/company/api-keys']) {
      const { data, dead } = await activity([key.id], reach);
      expect(data[0]?.days.at(-1)).toBe(1);
      expect(dead).toEqual([
        expect.objectContaining({ id: key.id, requests: 3, hosts: [{ ip: '198.51.100.9', userAgent: 'cron' }] }),
      ]);
    }
    api.clock.advance(8 * DAY_MS);
    session = await world.session(owner);
    expect((await activity([])).dead).toEqual([]);
  });

  it('is counted for a caller with the whole key; a wrong secret counts for no key', async () => {
    await revoke();
    const wrong = `${key.secret.slice(0, -7)}${key.secret.at(-7) === 'x' ? 'y' : 'x'}${key.secret.slice(-6)}`;
    await world.bearer(wrong).call('GET', '/v1/clients');
    expect((await traffic()).hosts).toEqual([]);
  });

  it('fills neither the memory nor the table, with any User-Agent', async () => {
    await revoke();
    await key.call('GET', '/v1/clients', from('203.0.113.1'));
    await traffic();
    const inTurn = 50;
    for (let n = 0; n < 400; n += inTurn) {
      await Promise.all(
        Array.from({ length: inTurn }, (_, m) =>
          key.call('GET', '/v1/clients', from('198.51.100.9', `agent ${n + m}`)),
        ),
      );
    }
    const { days, hosts } = await traffic();
    expect(days.at(-1)).toMatchObject({ dead: 401 });
    expect(hosts).toHaveLength(11);
    // Invented names of one address do not displace known hosts.
    expect(hosts).toContainEqual(expect.objectContaining({ ip: '203.0.113.1', dead: true }));
    const rows = api.app.get(KeyTrafficRepository);
    const at = api.clock.now();
    const host = { keyId: key.id, dead: true, userAgent: '', firstAt: at, lastAt: at, count: 1, lastMethod: 'GET' };
    const many = Array.from({ length: 150 }, (_, n) => ({ ...host, ip: `192.0.2.${n}`, lastRoute: '/v1/clients' }));
    await rows.forgetHosts(await rows.addHosts(many));
    expect((await traffic()).hosts).toHaveLength(100);
  });

  it('is reported only while it is ended', async () => {
    const at = api.clock.now();
    const host = { keyId: key.id, dead: true, ip: '203.0.113.1', userAgent: '', firstAt: at, lastAt: at, count: 1 };
    await api.app.get(KeyTrafficRepository).addHosts([{ ...host, lastMethod: 'GET', lastRoute: '/v1/clients' }]);
    expect((await activity([key.id])).dead).toEqual([]);
    await revoke();
    expect((await activity([key.id])).dead).toMatchObject([{ id: key.id }]);
  });
});

describe('a valid key that was rejected', () => {
  beforeEach(async () => {
    const body = { allowedCidrs: ['203.0.113.0/24', '2001:db8::/32'] };
    expect((await session.call('PATCH', `/app/api-keys/${key.id}`, { body })).status).toBe(200);
  });

  it('is not reported as ended, for any error', async () => {
    const authorization = `Bearer ${key.secret}`;
    const headers = { 'x-forwarded-for': '198.51.100.77', authorization };
    const narrow = await TestApi.beside(api, { TRUST_PROXY: '1', RATE_LIMIT_ADDRESS: '2' });
    const statuses: number[] = [];
    // On a public route the key is ignored; then the limit is exceeded.
    for (const path of ['/v1/leaked-keys', '/v1/clients', '/v1/clients']) {
      statuses.push((await narrow.call('POST', path, { headers, body: {} })).status);
    }
    await narrow.stop();
    expect(statuses).toEqual([422, 403, 429]);
    expect((await activity([key.id])).dead).toEqual([]);
    const { days, hosts } = await traffic();
    expect(days.at(-1)).toMatchObject({ ...none, refused: 2, limited: 1 });
    expect(hosts).toMatchObject([{ ip: '198.51.100.77', dead: false, requests: 3 }]);
  });

  it('is accepted if a gateway appends the port to the address', async () => {
    const addresses = ['203.0.113.7:4711', '203.0.113.7', '[2001:db8::7]:4711', '[2001:db8::7]', '2001:db8::7'];
    for (const address of addresses) {
      expect([address, (await key.call('GET', '/v1/clients', from(address))).status]).toEqual([address, 200]);
    }
    expect((await key.call('GET', '/v1/clients', from('198.51.100.9:4711'))).status).toBe(403);
    const counts = (await traffic()).hosts.map(({ ip, requests }) => `${ip} ${requests}`);
    expect(counts.sort()).toEqual(['198.51.100.9 1', '2001:db8::7 3', '203.0.113.7 2']);
  });
});

it('is counted once if requests over the limit cannot be deleted', async () => {
  const forgetting = jest.spyOn(api.app.get(KeyTrafficRepository), 'forgetHosts');
  forgetting.mockRejectedValueOnce(new Error('the database is slow'));
  await key.call('GET', '/v1/clients', from('203.0.113.1'));
  expect((await traffic()).hosts).toMatchObject([{ requests: 1 }]);
  expect((await traffic()).hosts).toMatchObject([{ requests: 1 }]);
  expect(forgetting).toHaveBeenCalledTimes(1);
  forgetting.mockRestore();
});

it('old usage is deleted', async () => {
  const rows = api.app.get(KeyTrafficRepository);
  const now = api.clock.now();
  const [old, young] = [401, 399].map((days) => new Date(now.getTime() - days * DAY_MS));
  for (const at of [old, young]) {
    if (!at) continue;
    const day = at.toISOString().slice(0, 10);
    await rows.addRequests([{ keyId: key.id, day, method: 'GET', route: '/v1/clients', outcome: 'ok', count: 1 }]);
    const host = { keyId: key.id, dead: false, ip: '203.0.113.1', userAgent: day, firstAt: at, lastAt: at, count: 1 };
    await rows.addHosts([{ ...host, lastMethod: 'GET', lastRoute: '/v1/clients' }]);
  }
  await deleteOldTraffic(api.database, now);
  const { days, hosts } = await traffic(key.id, '?days=400');
  expect(days.reduce((sum, { ok }) => sum + ok, 0)).toBe(1);
  expect(hosts.map(({ userAgent }) => userAgent)).toEqual([young?.toISOString().slice(0, 10)]);
});

it('is not stored for a key that was deleted with its company', async () => {
  const rows = api.app.get(KeyTrafficRepository);
  const [at, gone] = [api.clock.now(), key.id + 1_000_000];
  const day = at.toISOString().slice(0, 10);
  const route = { method: 'GET', route: '/v1/clients' };
  const host = { dead: false, ip: '203.0.113.1', userAgent: '', firstAt: at, lastAt: at, count: 1 };
  const last = { lastMethod: 'GET', lastRoute: '/v1/clients' };
  for (const keyId of [gone, -gone, key.id]) {
    await rows.addRequests([{ keyId, day, ...route, outcome: 'ok', count: 1 }]);
    await rows.addHosts([{ keyId, ...host, ...last }]);
    await rows.addPermissions([{ keyId, permission: 'client.read', lastUsedAt: at }]);
  }
  const ids = [gone, -gone, key.id];
  expect(await rows.requestsSince(ids, '2000-01-01')).toEqual(new Map([[key.id, 1]]));
  for (const [index, id] of ids.entries()) {
    const stored = index === 2 ? 1 : 0;
    expect(await rows.hosts(id)).toHaveLength(stored);
    expect(await rows.permissions(id)).toHaveLength(stored);
  }
});

it('is also written when the process ends', async () => {
  const second = await TestApi.beside(api);
  await second.call('GET', '/v1/clients', { headers: { authorization: `Bearer ${key.secret}` } });
  await second.stop();
  await api.app.get(KeyRequestCounterService).flush();
  expect(await api.app.get(KeyTrafficRepository).requestsSince([key.id], '2000-01-01')).toEqual(new Map([[key.id, 1]]));
});
