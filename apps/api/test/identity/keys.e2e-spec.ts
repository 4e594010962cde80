import type { ApiKeyList, ApiKeyView, CreatedApiKey } from '@billhook/contract/identity/key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/api-keys';
const keyBody = { name: 'Nightly export', scopes: ['client.read', 'invoice.read'], expiry: '90d' };

const { api, world } = await startWorld();
let member: SeededMember;
let session: SessionCaller;

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

describe('GET /app/api-keys', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
  });

  it.each(['status=dead', 'limit=0', 'memberId=1', 'cursor=rubbish'])('400 for ?%s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it("200: only the member's own keys, including ended ones, newest first, with counts independent of the filter", async () => {
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

  it('200 by part of the name or start of the prefix, with counts of the matches', async () => {
    const [first, second] = [
      await created({ ...keyBody, name: 'Export 100%' }),
      await created({ ...keyBody, name: 'Report' }),
    ];
    await created({ ...keyBody, name: 'Export 1000' });
    await revoke(first.apiKey.id);
    const found = async (q: string): Promise<string[]> =>
      (await list(`?q=${encodeURIComponent(q)}`)).body.data.map(({ name }) => name);
    expect(await found('expoRT')).toEqual(['Export 1000', 'Export 100%']);
    expect(await found('100%')).toEqual(['Export 100%']);
    expect(await found('_')).toEqual([]);
    expect(await found(second.apiKey.prefix.slice(0, 9))).toEqual(['Report']);
    // A search for a whole key matches it.
    expect(await found(second.secret)).toEqual(['Report']);
    expect(await found(second.secret.slice(12))).toEqual([]);
    const { counts } = (await list('?q=export&status=active')).body;
    expect(counts).toEqual({ active: 1, expiring: 0, expired: 0, revoked: 1, suspended: 0 });
  });

  it('200 page by page, with a cursor that is valid for no other filter or member', async () => {
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
  it("404 alike for a colleague's key, one of another company, and an unknown one", async () => {
    const colleague = await world.key({ member: await world.member(member.companyId) });
    const stranger = await world.key();
    for (const id of [colleague.id, stranger.id, 999_999_999]) {
      expect((await get(id)).body).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});

describe('POST /app/api-keys/{id}/revoke', () => {
  it("404 for a colleague's key, even with api_key.manage; it still works", async () => {
    const colleague = await world.key({ member: await world.member(member.companyId) });
    expect((await revoke(colleague.id)).status).toBe(404);
    expect((await colleague.call('GET', '/v1/clients')).status).toBe(200);
  });

  it.each([
    ['an unknown property', { why: 'x' }, '/why'],
    ['a reason that is too long', { reason: 'x'.repeat(301) }, '/reason'],
    ['half a surrogate pair', { reason: 'a\udfff' }, '/reason'],
  ])('422 for %s, and the key still works', async (_, body, pointer) => {
    const { apiKey, secret } = await created();
    const answer = await revoke(apiKey.id, body);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
  });

  it('200: revoked with actor and reason; a repeat returns the same, with one audit entry', async () => {
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

  it('200 without a body; 20 parallel requests leave one audit entry', async () => {
    const { apiKey } = await created();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => session.call('POST', `${PATH}/${apiKey.id}/revoke`)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(await auditOf(api, member.companyId, 'api_key.revoked')).toHaveLength(1);
  });

  it('200 for an expired key, which stays expired', async () => {
    const { apiKey } = await created();
    api.clock.advance(90 * 86_400_000);
    session = await world.session(member);
    expect((await revoke(apiKey.id)).body).toMatchObject({ status: 'expired', revokedAt: null });
    expect(await auditOf(api, member.companyId, 'api_key.revoked')).toEqual([]);
  });

  it('200 even on the Free plan: a key can always be revoked', async () => {
    const { apiKey } = await created();
    await world.setPlan(member.companyId, 'Free');
    expect((await revoke(apiKey.id)).body.status).toBe('revoked');
  });
});

describe('PATCH /app/api-keys/{id}', () => {
  const change = (id: number, body: object, by = session) =>
    by.call<ApiKeyView & ProblemView>('PATCH', `${PATH}/${id}`, { body });
  const changes = () => auditOf(api, member.companyId, 'api_key.updated');

  it('401 without a session, and for the key itself', async () => {
    const { apiKey, secret } = await created();
    expect((await api.call('PATCH', `${PATH}/${apiKey.id}`, { body: { name: 'x' } })).status).toBe(401);
    const answer = await world.bearer(secret).call('PATCH', `${PATH}/${apiKey.id}`, { body: { name: 'x' } });
    expect(answer.status).toBe(401);
  });

  it("404 for a colleague's key, even with api_key.manage", async () => {
    const colleague = await world.key({ member: await world.member(member.companyId) });
    expect((await change(colleague.id, { name: 'Mine' })).body).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('409 key_ended for a revoked and an expired key, which stay unchanged', async () => {
    const [revoked, expired] = [await created(), await created()];
    await revoke(revoked.apiKey.id);
    api.clock.advance(90 * 86_400_000);
    session = await world.session(member);
    for (const { apiKey } of [revoked, expired]) {
      const before = (await get(apiKey.id)).body;
      for (const body of [{ name: 'x' }, { allowedCidrs: [] }, {}]) {
        expect((await change(apiKey.id, body)).body).toMatchObject({ status: 409, code: 'key_ended' });
      }
      expect((await get(apiKey.id)).body).toEqual(before);
    }
    expect(await changes()).toEqual([]);
  });

  it.each([
    ['a blank name', { name: ' ' }, '/name'],
    ['permissions', { scopes: ['client.read'] }, '/scopes'],
    ['an expiry', { expiry: 'none' }, '/expiry'],
    ['a limit of its own', { rateLimit: null }, '/rateLimit'],
    ['an address within a network', { allowedCidrs: ['203.0.113.7/24'] }, '/allowedCidrs/0'],
  ])('422 for %s', async (_, body, pointer) => {
    const { apiKey } = await created();
    expect((await change(apiKey.id, body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect(await changes()).toEqual([]);
  });

  it('200: another name, audited with the previous one; the same name or an empty body is no change', async () => {
    const { apiKey } = await created();
    const answer = await change(apiKey.id, { name: 'Daily export' });
    expect(answer.body).toEqual({ ...apiKey, name: 'Daily export' });
    expect((await change(apiKey.id, { name: 'Daily export' })).status).toBe(200);
    expect((await change(apiKey.id, {})).body).toEqual(answer.body);
    expect(await changes()).toMatchObject([
      {
        target: apiKey.prefix,
        details: { changed: { name: { from: 'Nightly export', to: 'Daily export' } } },
        requestId: answer.headers.get('request-id'),
      },
    ]);
  });

  it('200 for fewer networks at any time, with the next request; 403 step_up_required for more', async () => {
    const { apiKey, secret } = await created();
    const use = async () => (await world.bearer(secret).call('GET', '/v1/clients')).status;
    api.clock.advance(10 * 60_000 + 1);
    expect((await change(apiKey.id, { allowedCidrs: ['127.0.0.0/8', '203.0.113.0/24'] })).status).toBe(200);
    expect(await use()).toBe(200);
    expect((await change(apiKey.id, { allowedCidrs: ['203.0.113.128/25'] })).status).toBe(200);
    expect(await use()).toBe(403);

    for (const allowedCidrs of [['203.0.113.0/24'], ['203.0.113.128/25', '127.0.0.1'], []]) {
      expect((await change(apiKey.id, { allowedCidrs })).body).toMatchObject({ status: 403, code: 'step_up_required' });
    }
    expect(await use()).toBe(403);
    await session.call('POST', '/app/session/confirm', { body: { password: PASSWORD } });
    expect((await change(apiKey.id, { allowedCidrs: [] })).body).toMatchObject({ allowedCidrs: [] });
    expect(await use()).toBe(200);
    expect((await changes()).at(-1)?.details).toEqual({
      changed: { allowedCidrs: { from: ['203.0.113.128/25'], to: [] } },
    });
  });
});

describe('DELETE /app/api-keys/{id}', () => {
  it('405: a key is never deleted, neither by its owner nor by an administrator', async () => {
    const { apiKey, secret } = await created();
    for (const path of [PATH, '/app/company/api-keys']) {
      const answer = await session.call('DELETE', `${path}/${apiKey.id}`);
      expect(answer.body).toMatchObject({ status: 405, code: 'method_not_allowed' });
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, OPTIONS');
    }
    expect((await get(apiKey.id)).body.status).toBe('active');
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
  });
});
