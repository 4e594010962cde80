import type { ApiKeyView, CreatedApiKey } from '@billhook/contract/identity/key';
import type { MeView } from '@billhook/contract/identity/me';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi, type Answer } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from '../support/world.js';

let api: TestApi;
let second: TestApi;
let world: World;
let member: SeededMember;
let session: SessionCaller;
let old: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start({ TRUST_PROXY: '1' });
  second = await TestApi.beside(api, { TRUST_PROXY: '1' });
  world = new World(api);
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  member = await world.member(await world.company());
  session = await world.session(member);
  old = await world.key({ member, scopes: ['client.read', 'invoice.read'], expiry: '90d' });
});
afterEach(() => api.clock.set(new Date()));

type Rotated = Answer<CreatedApiKey & ProblemView>;

const rotate = (id: number, body: object = { graceSeconds: 0 }, by = session): Promise<Rotated> =>
  by.call('POST', `/app/api-keys/${id}/rotate`, { body });
const get = async (id: number): Promise<ApiKeyView> =>
  (await session.call<ApiKeyView>('GET', `/app/api-keys/${id}`)).body;
const revoke = (id: number) => session.call('POST', `/app/api-keys/${id}/revoke`, { body: {} });

async function rotated(id: number, body: object = { graceSeconds: 0 }): Promise<CreatedApiKey> {
  const answer = await rotate(id, body);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body;
}

/** A request with a key, to either process. */
const use = async (secret: string, process = api, headers = {}): Promise<string> => {
  const answer = await process.call<ProblemView>('GET', '/v1/me/permissions', {
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
  return answer.status === 200 ? '200' : `${answer.status} ${answer.body.code}`;
};

const keysOfMember = async (): Promise<number> =>
  (await session.call<{ data: unknown[] }>('GET', '/app/api-keys')).body.data.length;

describe('POST /app/api-keys/{id}/rotate', () => {
  it('401 without a session, and for a key', async () => {
    expect((await api.call('POST', `/app/api-keys/${old.id}/rotate`)).status).toBe(401);
    expect((await old.call('POST', `/app/api-keys/${old.id}/rotate`)).status).toBe(401);
  });

  it('403 for the same reasons as creating a key: the permission, the plan, the password', async () => {
    await world.change(member, { permissions: ['client.read', 'invoice.read'] });
    expect((await rotate(old.id)).body).toMatchObject({ code: 'permission_missing', missing: ['api_key.create'] });
    await world.change(member, { permissions: ['api_key.create', 'client.read', 'invoice.read'] });
    await world.setPlan(member.companyId, 'Free');
    expect((await rotate(old.id)).body).toMatchObject({ status: 403, code: 'plan_required' });
    await world.setPlan(member.companyId, 'Pro');
    api.clock.advance(10 * 60_000 + 1);
    expect((await rotate(old.id)).body).toMatchObject({ status: 403, code: 'step_up_required' });
    expect(await keysOfMember()).toBe(1);
  });

  it("404 alike for a colleague's key, one of another company, and an unknown one", async () => {
    const colleague = await world.key({ member: await world.member(member.companyId) });
    for (const id of [colleague.id, (await world.key()).id, 999_999_999]) {
      expect((await rotate(id)).body).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('409 key_ended for a revoked and an expired key', async () => {
    await revoke(old.id);
    expect((await rotate(old.id)).body).toMatchObject({
      ...{ status: 409, code: 'key_ended', currentStatus: 'revoked', detail: 'The key is revoked.' },
    });
    const other = await world.key({ member, expiry: '90d' });
    api.clock.advance(90 * DAY_MS);
    session = await world.session(member);
    expect((await rotate(other.id)).body).toMatchObject({ status: 409, currentStatus: 'expired' });
    expect(await keysOfMember()).toBe(2);
  });

  it('409 key_already_rotated while its successor is valid, naming it', async () => {
    const { apiKey } = await rotated(old.id);
    const detail = `Its successor is ${apiKey.prefix}.`;
    expect((await rotate(old.id)).body).toMatchObject({
      ...{ status: 409, code: 'key_already_rotated', detail, existingId: apiKey.id },
    });
    expect(await keysOfMember()).toBe(2);
  });

  it('201 again if the successor was revoked or expired unused: the newest one is the successor', async () => {
    const key = await world.key({ member, expiry: 'none' });
    const first = await rotated(key.id);
    await revoke(first.apiKey.id);
    const next = await rotated(key.id, { graceSeconds: 60, expiry: '90d' });
    api.clock.advance(90 * DAY_MS);
    session = await world.session(member);
    const last = await rotated(key.id);
    expect(await get(key.id)).toMatchObject({ status: 'active', graceSeconds: 0, successor: { id: last.apiKey.id } });
    // Their purpose is still shown.
    for (const { apiKey } of [first, next, last]) {
      expect(await get(apiKey.id)).toMatchObject({ predecessor: { id: key.id }, successor: null });
    }
    expect(await use(last.secret)).toBe('200');
    expect(await use(key.secret)).toBe('401 key_revoked');
  });

  it('409 if the successor ended after its use: the old key ends at the announced time', async () => {
    const { apiKey, secret } = await rotated(old.id, { graceSeconds: 3_600 });
    await use(secret);
    await revoke(apiKey.id);
    const detail = `Its successor is ${apiKey.prefix}, which is in use.`;
    expect((await rotate(old.id)).body).toMatchObject({ status: 409, code: 'key_already_rotated', detail });
    expect(await use(old.secret)).toBe('200');
    api.clock.advance(3_600_000);
    expect(await use(old.secret)).toBe('401 key_revoked');
  });

  it.each<[string, object, string]>([
    ['no grace', {}, '/graceSeconds'],
    ['a negative grace', { graceSeconds: -1 }, '/graceSeconds'],
    ['more than 7 days', { graceSeconds: 604_801 }, '/graceSeconds'],
    ['part of a second', { graceSeconds: 0.5 }, '/graceSeconds'],
    ['an expiry that is no choice', { graceSeconds: 0, expiry: '2y' }, '/expiry'],
    ['other permissions', { graceSeconds: 0, scopes: ['client.read'] }, '/scopes'],
    ['the address of a host in a network', { graceSeconds: 0, allowedCidrs: ['203.0.113.7/24'] }, '/allowedCidrs/0'],
  ])('422 for %s', async (_, body, pointer) => {
    expect((await rotate(old.id, body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect(await keysOfMember()).toBe(1);
  });

  it('422 if no scope of the key is left', async () => {
    await world.change(member, { permissions: ['api_key.create', 'quote.read'] });
    expect((await rotate(old.id)).body).toMatchObject({ status: 422, errors: [{ code: 'scopes_missing' }] });
    expect(await keysOfMember()).toBe(1);
  });

  it('201: the same name, permissions, networks and limit; a row and two entries of the audit log', async () => {
    const admin = await world.session(await world.member(member.companyId));
    await admin.call('PATCH', `/app/company/api-keys/${old.id}`, { body: { rateLimit: 60 } });
    await session.call('PATCH', `/app/api-keys/${old.id}`, { body: { name: 'Export', allowedCidrs: ['127.0.0.0/8'] } });
    const answer = await rotate(old.id, { graceSeconds: 86_400 });
    const { apiKey, secret } = answer.body;
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(apiKey).toMatchObject({
      ...{ name: 'Export', scopes: ['client.read', 'invoice.read'], allowedCidrs: ['127.0.0.0/8'], rateLimit: 60 },
      ...{ status: 'active', lifetime: '90d', successor: null, retiresAt: null, graceSeconds: null },
      expiresAt: new Date(api.clock.now().getTime() + 90 * DAY_MS).toISOString(),
      predecessor: { id: old.id, prefix: old.secret.slice(0, 12) },
    });
    expect(await get(old.id)).toMatchObject({
      ...{ status: 'active', graceSeconds: 86_400, retiresAt: null },
      successor: { id: apiKey.id, prefix: apiKey.prefix, firstUsedAt: null },
    });
    expect([await use(secret), await use(old.secret)]).toEqual(['200', '200']);

    const terms = { name: 'Export', scopes: apiKey.scopes, expiry: '90d', allowedCidrs: ['127.0.0.0/8'] };
    const actor = `member ${member.email}`;
    const predecessor = old.secret.slice(0, 12);
    expect(await auditOf(api, member.companyId, 'api_key.created')).toMatchObject([
      { actor, target: apiKey.prefix, details: { ...terms, predecessor } },
    ]);
    expect(await auditOf(api, member.companyId, 'api_key.rotated')).toMatchObject([
      { actor, target: predecessor, details: { successor: apiKey.prefix, graceSeconds: 86_400, dropped: [] } },
    ]);
  });

  it('201 without scopes that the creator lost, which the new key does not regain; another expiry and other networks', async () => {
    await world.change(member, { permissions: ['api_key.create', 'client.read', 'quote.read'] });
    const body = { graceSeconds: 0, expiry: 'none', allowedCidrs: ['203.0.113.7/32'] };
    const { apiKey } = await rotated(old.id, body);
    expect(apiKey).toMatchObject({ scopes: ['client.read'], expiresAt: null, allowedCidrs: ['203.0.113.7'] });
    expect(await auditOf(api, member.companyId, 'api_key.rotated')).toMatchObject([
      { details: { dropped: ['invoice.read'] } },
    ]);
    await world.change(member, { permissions: ['api_key.create', 'client.read', 'invoice.read'] });
    expect(await get(apiKey.id)).toMatchObject({ effective: ['client.read'] });
  });

  it('succeeds once for parallel requests to two processes', async () => {
    const { cookie } = session;
    const path = `/app/api-keys/${old.id}/rotate`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? second : api).call('POST', path, { body: { graceSeconds: 0 }, headers: { cookie } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await keysOfMember()).toBe(2);
  });
});

describe('the end of the old key', () => {
  it('without a grace period comes with the response to the first request of the new one, in every process', async () => {
    const { secret, apiKey } = await rotated(old.id);
    expect([await use(old.secret), await use(old.secret, second)]).toEqual(['200', '200']);
    expect(await use(secret, second)).toBe('200');
    const after = await Promise.all(Array.from({ length: 40 }, (_, n) => use(old.secret, [api, second][n % 2])));
    expect(new Set(after)).toEqual(new Set(['401 key_revoked']));
    const at = api.clock.now().toISOString();
    expect(await get(old.id)).toMatchObject({
      ...{ status: 'revoked', revokedAt: at, retiresAt: at, revokedBy: 'system' },
      revocationReason: `Replaced by ${apiKey.prefix}`,
      successor: { firstUsedAt: at },
    });
  });

  it('applies from the first response on, with many first requests to both processes', async () => {
    for (let n = 0; n < 5; n++) {
      const key = await world.key({ member });
      const { secret } = await rotated(key.id);
      const seen = await Promise.all(
        Array.from({ length: 12 }, async (_, m) => {
          expect(await use(secret, [api, second][m % 2])).toBe('200');
          return use(key.secret, [second, api][m % 2]);
        }),
      );
      expect(new Set(seen)).toEqual(new Set(['401 key_revoked']));
    }
  });

  it('is independent of the clock of another process', async () => {
    const { secret } = await rotated(old.id);
    await use(secret);
    api.clock.advance(-1_000);
    expect(await use(old.secret, second)).toBe('401 key_revoked');
  });

  it('with a grace period comes to the millisecond, counted from the first use, not the last', async () => {
    const { secret, apiKey } = await rotated(old.id, { graceSeconds: 3_600 });
    api.clock.advance(5 * DAY_MS);
    expect(await use(old.secret)).toBe('200');
    expect(await use(secret)).toBe('200');
    const retiresAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    session = await world.session(member);
    expect(await get(old.id)).toMatchObject({ status: 'expiring', retiresAt, revokedAt: null });
    const answer = await api.call<MeView>('GET', '/v1/me', { headers: { authorization: `Bearer ${old.secret}` } });
    expect(answer.headers.get('x-key-expires-at')).toBe(retiresAt);
    expect(answer.body.key).toMatchObject({ status: 'expiring', expiresAt: retiresAt });
    api.clock.advance(3_600_000 - 1);
    await use(secret, second);
    expect(await use(old.secret, second)).toBe('200');
    api.clock.advance(1);
    expect([await use(old.secret), await use(old.secret, second)]).toEqual(['401 key_revoked', '401 key_revoked']);
    session = await world.session(member);
    expect(await get(old.id)).toMatchObject({
      ...{ status: 'revoked', revokedAt: retiresAt, revokedBy: 'system' },
      revocationReason: `Replaced by ${apiKey.prefix}`,
    });
    const revoked = await session.call<{ data: ApiKeyView[] }>('GET', '/app/api-keys?status=revoked');
    expect(revoked.body.data.map(({ id }) => id)).toEqual([old.id]);
  });

  it('never comes later than its own expiry, which then ends it', async () => {
    const { secret } = await rotated(old.id, { graceSeconds: 604_800, expiry: '1y' });
    api.clock.advance(85 * DAY_MS);
    expect(await use(secret)).toBe('200');
    session = await world.session(member);
    expect(await get(old.id)).toMatchObject({ status: 'expiring', retiresAt: null });
    api.clock.advance(5 * DAY_MS - 1);
    expect(await use(old.secret)).toBe('200');
    api.clock.advance(1);
    expect(await use(old.secret)).toBe('401 key_expired');
  });

  it('does not follow from a request that was rejected by its network', async () => {
    const { secret } = await rotated(old.id, { graceSeconds: 0, allowedCidrs: ['203.0.113.0/24'] });
    expect(await use(secret, api, { 'x-forwarded-for': '198.51.100.1' })).toBe('403 address_not_allowed');
    expect(await use(old.secret)).toBe('200');
    expect(await use(secret, api, { 'x-forwarded-for': '203.0.113.9' })).toBe('200');
    expect(await use(old.secret)).toBe('401 key_revoked');
  });

  it('comes with the first use of any later key, even if those in between were never used', async () => {
    const first = await rotated(old.id, { graceSeconds: 604_800 });
    const next = await rotated(first.apiKey.id);
    const last = await rotated(next.apiKey.id);
    expect([await use(old.secret), await use(last.secret, second)]).toEqual(['200', '200']);
    expect(await use(first.secret)).toBe('401 key_revoked');
    expect(await use(next.secret)).toBe('401 key_revoked');
    const reason = { revocationReason: `Replaced by ${last.apiKey.prefix}`, revokedBy: 'system' };
    expect(await get(first.apiKey.id)).toMatchObject({ status: 'revoked', ...reason });
    // Each with its own grace period, counted from that use.
    const retiresAt = new Date(api.clock.now().getTime() + 604_800_000).toISOString();
    expect(await get(old.id)).toMatchObject({ status: 'expiring', retiresAt, successor: { id: first.apiKey.id } });
    const detail = `Its successor is ${last.apiKey.prefix}, which is in use.`;
    expect((await rotate(old.id)).body).toMatchObject({ code: 'key_already_rotated', detail });
    api.clock.advance(604_800_000);
    expect(await use(old.secret)).toBe('401 key_revoked');
    const families = await api.database.query<{ family: number }>({
      name: 'test_family',
      text: 'SELECT DISTINCT coalesce(family_id, id) AS family FROM api_keys WHERE member_id = $1',
      values: [member.id],
    });
    expect(families).toEqual([{ family: old.id }]);
  });

  it('comes from one in between as well, and does not affect later ones', async () => {
    const first = await rotated(old.id);
    const next = await rotated(first.apiKey.id);
    expect(await use(first.secret)).toBe('200');
    expect(await use(old.secret)).toBe('401 key_revoked');
    expect([await use(first.secret), await use(next.secret)]).toEqual(['200', '200']);
    expect(await use(first.secret)).toBe('401 key_revoked');
  });

  it('has a single line: a successor that ended unused is replaced by the next one', async () => {
    const first = await rotated(old.id);
    const next = await rotated(first.apiKey.id);
    await revoke(first.apiKey.id);
    const detail = `Its successor is ${next.apiKey.prefix}.`;
    expect((await rotate(old.id)).body).toMatchObject({ detail, existingId: next.apiKey.id });
    await revoke(next.apiKey.id);
    expect((await rotate(old.id)).status).toBe(201);
  });
});
