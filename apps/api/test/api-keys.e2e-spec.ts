import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiKeyList, ApiKeyView, CreatedApiKey } from '@billhook/contract/api-key';
import { Log, TestApi } from './support/api.js';
import { auditOf, tablesHolding } from './support/rows.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from './support/world.js';

const PATH = '/app/api-keys';
const keyBody = { name: 'Nightly export', scopes: ['client.read', 'invoice.read'], expiry: '90d' };

const log = new Log();
let api: TestApi;
let world: World;
let member: SeededMember;
let session: SessionCaller;

beforeAll(async () => {
  api = await TestApi.start({}, log);
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  member = await world.member(await world.company());
  session = await world.session(member);
});
afterEach(() => api.clock.set(new Date()));

async function created(body: object = keyBody): Promise<CreatedApiKey> {
  const answer = await session.call<CreatedApiKey>('POST', PATH, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const list = (query = '', by = session) => by.call<ApiKeyList>('GET', `${PATH}${query}`);
const get = (id: number, by = session) => by.call<ApiKeyView>('GET', `${PATH}/${id}`);
const revoke = (id: number, body: object = {}, by = session) =>
  by.call<ApiKeyView>('POST', `${PATH}/${id}/revoke`, { body });

describe('the secret of a key', () => {
  it('is in the answer that makes it and nowhere else: no table, no later answer, no log line', async () => {
    const { apiKey, secret } = await created();
    const part = secret.slice(12, 44);
    await world.bearer(secret).call('GET', '/v1/clients');
    await world.bearer(secret).call('POST', '/v1/invoices', { body: {} });
    await world.bearer(`${secret}x`).call('GET', '/v1/clients');
    await api.call('GET', `/v1/clients?key=${secret}`);
    await revoke(apiKey.id, { reason: 'Seen enough' });
    await world.bearer(secret).call('GET', '/v1/clients');

    expect(await tablesHolding(api, part)).toEqual([]);
    // The search does find what is there.
    expect(await tablesHolding(api, apiKey.prefix)).toEqual(
      expect.arrayContaining(['public.api_keys', 'public.audit_log']),
    );
    const later = [await get(apiKey.id), await list(), await list('?status=revoked')];
    const admin = ['/app/company/api-keys', '/app/audit-log', '/app/session'];
    const seen = [...later, ...(await Promise.all(admin.map((path) => session.call('GET', path))))];
    for (const answer of seen) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(part);
      expect(answer.text).not.toContain('"hash');
    }
    expect(log.text).toContain(apiKey.prefix);
    expect(log.text).not.toContain(part);
    expect(log.text).not.toContain(PASSWORD);
    expect(log.text).not.toContain(session.cookie.split('=')[1]);
  });
});

describe('GET /app/api-keys', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
  });

  it.each(['status=dead', 'limit=0', 'memberId=1', 'cursor=rubbish'])('400 for ?%s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it("200: one's own keys alone, dead ones included, newest first, with counts whatever the filter", async () => {
    const colleague = await world.member(member.companyId);
    await world.key({ member: colleague });
    const [old, soon, gone] = [await created(), await created({ ...keyBody, expiry: '1y' }), await created()];
    await revoke(gone.apiKey.id);
    api.clock.advance((365 - 14) * 86_400_000);
    session = await world.session(member);
    const fresh = await created({ ...keyBody, expiry: 'none' });

    const everything = { active: 1, expiring: 1, expired: 1, revoked: 1, suspended: 0 };
    const all = await list();
    expect(all.body.counts).toEqual(everything);
    expect(all.body.data.map(({ id, status }) => [id, status])).toEqual([
      [fresh.apiKey.id, 'active'],
      [gone.apiKey.id, 'revoked'],
      [soon.apiKey.id, 'expiring'],
      [old.apiKey.id, 'expired'],
    ]);
    for (const { id, status } of all.body.data) {
      const filtered = await list(`?status=${status}`);
      expect(filtered.body.data.map((key) => key.id)).toEqual([id]);
      expect(filtered.body.counts).toEqual(everything);
    }

    await world.setPlan(member.companyId, 'Free');
    const suspended = await list('?status=suspended');
    expect(suspended.body.data.map((key) => key.id)).toEqual([fresh.apiKey.id, soon.apiKey.id]);
    expect(suspended.body.counts).toEqual({ active: 0, expiring: 0, expired: 1, revoked: 1, suspended: 2 });
  });

  it('200 page by page, with a cursor that fits no other filter and no other member', async () => {
    for (let n = 0; n < 3; n++) await created({ ...keyBody, name: `Key ${n}` });
    const first = await list('?limit=2');
    const cursor = first.body.page.nextCursor ?? '';
    expect(first.body.data.map((key) => key.name)).toEqual(['Key 2', 'Key 1']);
    const next = await list(`?limit=2&cursor=${cursor}`);
    expect(next.body.data.map((key) => key.name)).toEqual(['Key 0']);
    expect(next.body.page).toMatchObject({ nextCursor: null, hasMore: false });
    expect((await list(`?limit=2&status=active&cursor=${cursor}`)).body).toMatchObject({ code: 'cursor_mismatch' });
    const colleague = await world.session(await world.member(member.companyId));
    expect((await list(`?limit=2&cursor=${cursor}`, colleague)).body).toMatchObject({ code: 'cursor_mismatch' });
  });
});

describe('GET /app/api-keys/{id}', () => {
  it("404 alike for a colleague's key, another company's, and none", async () => {
    const colleague = await world.key({ member: await world.member(member.companyId) });
    const stranger = await world.key();
    for (const id of [colleague.id, stranger.id, 999_999_999]) {
      expect((await get(id)).body).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});

describe('POST /app/api-keys/{id}/revoke', () => {
  it("404 for a colleague's key, even with api_key.manage; it goes on working", async () => {
    const colleague = await world.key({ member: await world.member(member.companyId) });
    expect((await revoke(colleague.id)).status).toBe(404);
    expect((await colleague.call('GET', '/v1/clients')).status).toBe(200);
  });

  it.each([
    ['an unknown property', { why: 'x' }, '/why'],
    ['a reason that is too long', { reason: 'x'.repeat(301) }, '/reason'],
    ['half a surrogate pair', { reason: 'a\udfff' }, '/reason'],
  ])('422 for %s, and the key goes on working', async (_, body, pointer) => {
    const { apiKey, secret } = await created();
    const answer = await revoke(apiKey.id, body);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
  });

  it('200: revoked by whom and why; again is the same, with one audit entry', async () => {
    const { apiKey, secret } = await created();
    const first = await revoke(apiKey.id, { reason: 'Laptop lost' });
    expect(first.body).toMatchObject({
      status: 'revoked',
      revokedAt: api.clock.now().toISOString(),
      revokedBy: `member ${member.email}`,
      revocationReason: 'Laptop lost',
    });
    api.clock.advance(60_000);
    const again = await revoke(apiKey.id, { reason: 'Another reason' });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await get(apiKey.id)).body).toEqual(first.body);
    expect(await auditOf(api, member.companyId, 'api_key.revoked')).toMatchObject([
      { target: apiKey.prefix, details: { reason: 'Laptop lost', statusBefore: 'active' } },
    ]);
    expect(await world.bearer(secret).call('GET', '/v1/clients')).toMatchObject({ body: { code: 'key_revoked' } });
  });

  it('200 without a body; 20 at once leave one audit entry', async () => {
    const { apiKey } = await created();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => session.call('POST', `${PATH}/${apiKey.id}/revoke`)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(await auditOf(api, member.companyId, 'api_key.revoked')).toHaveLength(1);
  });

  it('200 for an expired key, which stays expired: no way leads out of that', async () => {
    const { apiKey } = await created();
    api.clock.advance(90 * 86_400_000);
    session = await world.session(member);
    expect((await revoke(apiKey.id)).body).toMatchObject({ status: 'expired', revokedAt: null });
    expect(await auditOf(api, member.companyId, 'api_key.revoked')).toEqual([]);
  });

  it('200 even on the Free plan: one can always stop a key', async () => {
    const { apiKey } = await created();
    await world.setPlan(member.companyId, 'Free');
    expect((await revoke(apiKey.id)).body.status).toBe('revoked');
  });
});

describe('DELETE /app/api-keys/{id}', () => {
  it('does not exist: the key stays, alive', async () => {
    const { apiKey, secret } = await created();
    expect([404, 405]).toContain((await session.call('DELETE', `${PATH}/${apiKey.id}`)).status);
    expect((await get(apiKey.id)).body.status).toBe('active');
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
  });
});
