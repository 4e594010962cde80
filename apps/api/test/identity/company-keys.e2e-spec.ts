import type { ApiKeyList, ApiKeyView } from '@billhook/contract/identity/key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/company/api-keys';

const { api, world } = await startWorld();
let admin: SeededMember;
let colleague: SeededMember;
let session: SessionCaller;
let theirs: KeyCaller;

afterEach(() => api.clock.set(new Date()));
beforeEach(async () => {
  const companyId = await world.company();
  admin = await world.member(companyId, { role: 'Admin' });
  colleague = await world.member(companyId, { role: 'Sales' });
  session = await world.session(admin);
  theirs = await world.key({ member: colleague, scopes: ['client.read'] });
});

const list = (query = '') => session.call<ApiKeyList>('GET', `${PATH}${query}`);
const revoke = (id: number, body: object = {}, by = session) =>
  by.call<ApiKeyView>('POST', `${PATH}/${id}/revoke`, { body });

/** Signed in with every permission but the one of these routes. */
const lacking = async (): Promise<SessionCaller> => {
  const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'api_key.manage');
  return world.session(await world.member(admin.companyId, { permissions }));
};

describe('GET /app/company/api-keys', () => {
  it('401 without a session, and for a key', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
    expect((await theirs.call('GET', PATH)).status).toBe(401);
  });

  it('403 without api_key.manage', async () => {
    const answer = await (await lacking()).call<ProblemView>('GET', PATH);
    expect(answer.body).toMatchObject({ status: 403, code: 'permission_missing', missing: ['api_key.manage'] });
  });

  it.each([
    ...[
      'status=dead',
      'limit=101',
      'memberId=me',
      'scope=client.fly',
      'neverUsed=yes',
      'unusedDays=0',
      'unusedDays=3651',
    ],
    ...['expiry=90d', 'creatorGone=1', 'outsidePolicy=', 'q='],
  ])('400 for ?%s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('200: every key of the company with its creator and effective permissions, and none of another company', async () => {
    const own = await world.key({ member: admin });
    await world.key();
    await world.change(colleague, { permissions: ['invoice.read'] });
    const { body } = await list();
    expect(body.data).toMatchObject([
      { id: own.id, creator: { id: admin.id, email: admin.email }, status: 'active' },
      { id: theirs.id, creator: { id: colleague.id, email: colleague.email }, scopes: ['client.read'], effective: [] },
    ]);
    expect(body.counts).toEqual({ active: 2, expiring: 0, expired: 0, revoked: 0, suspended: 0 });
  });

  it('200: the keys of a deactivated member are suspended, and counted as such', async () => {
    await world.change(colleague, { status: 'Deactivated' });
    const { body } = await list('?status=suspended');
    expect(body.data.map((key) => key.id)).toEqual([theirs.id]);
    expect(body.counts).toMatchObject({ active: 0, suspended: 1 });
  });
});

describe('the filters of GET /app/company/api-keys', () => {
  const names = new Map<number, string>();
  const found = async (query: string): Promise<string[]> =>
    (await list(`?limit=100&${query}`)).body.data.map(({ id }) => names.get(id) ?? '').sort();

  /** A key by its name, used or not. */
  async function key(name: string, options: Parameters<World['key']>[0] = {}, uses = 0): Promise<KeyCaller> {
    const made = await world.key({ member: colleague, ...options });
    names.set(made.id, name);
    await api.database.query({
      name: 'test_key_name',
      text: 'UPDATE api_keys SET name = $2 WHERE id = $1',
      values: [made.id, name],
    });
    for (let n = 0; n < uses; n++) await made.call('GET', '/v1/me/permissions');
    return made;
  }

  it('match alone and combined, with counts of the matches', async () => {
    names.set(theirs.id, 'theirs');
    const gone = await world.member(admin.companyId);
    await key('of who left', { member: gone, scopes: ['quote.read'] });
    await world.change(gone, { status: 'Deactivated' });
    await key('old and used', { expiry: '1y', scopes: ['client.read'] }, 1);
    api.clock.advance(40 * DAY_MS);
    session = await world.session(admin);
    await key('new and used', { expiry: '90d', scopes: ['quote.read', 'client.read'] }, 1);
    const dead = await key('new and revoked', { member: admin, scopes: ['quote.read'] });
    await revoke(dead.id);

    expect(await found('neverUsed=true')).toEqual(['new and revoked', 'of who left', 'theirs']);
    expect(await found('unusedDays=30')).toEqual(['of who left', 'old and used', 'theirs']);
    expect(await found('unusedDays=41')).toEqual([]);
    expect(await found('expiry=none')).toEqual(['new and revoked', 'of who left', 'theirs']);
    expect(await found('creatorGone=true')).toEqual(['of who left']);
    expect(await found('scope=quote.read')).toEqual(['new and revoked', 'new and used', 'of who left']);
    expect(await found(`memberId=${admin.id}`)).toEqual(['new and revoked']);
    expect(await found('q=USED')).toEqual(['new and used', 'old and used']);
    expect(await found('q=used&scope=quote.read&unusedDays=1')).toEqual([]);
    expect(await found('scope=quote.read&status=active')).toEqual(['new and used']);
    const { counts } = (await list('?scope=quote.read&status=active')).body;
    expect(counts).toEqual({ active: 1, expiring: 0, expired: 0, revoked: 1, suspended: 1 });
    const all = ['q=new', 'scope=quote.read', 'neverUsed=true', 'expiry=none', 'status=revoked'];
    expect(await found([...all, `memberId=${admin.id}`].join('&'))).toEqual(['new and revoked']);
  });

  it('use the same status as each key shows', async () => {
    const cases = [
      await key('active'),
      await key('expiring', { expiry: '90d' }),
      await key('expired', { expiry: '90d' }),
      await key('revoked'),
      await key('revoked and expired', { expiry: '90d' }),
      await key('retired'),
      await key('retires'),
      await key('suspended', { member: await world.member(admin.companyId) }),
    ];
    const set = (n: number, change: string) =>
      api.database.query({
        name: `test_key_set_${n}`,
        text: `UPDATE api_keys SET ${change} WHERE id = $1`,
        values: [cases[n]?.id],
      });
    await set(1, "expires_at = now() + interval '14 days'");
    await set(2, 'expires_at = now()');
    await set(3, 'revoked_at = now()');
    await set(4, 'revoked_at = now(), expires_at = now()');
    await set(5, 'retires_at = now()');
    await set(6, "retires_at = now() + interval '1 hour'");
    const [suspended] = (await list('?q=suspended')).body.data;
    await world.change({ id: suspended?.creator.id ?? 0 }, { status: 'Deactivated' });
    api.clock.set(new Date());
    const { data, counts } = (await list('?limit=100')).body;
    const mine = data.filter(({ id }) => id !== theirs.id);
    expect(mine.map(({ id, status }) => [names.get(id), status])).toEqual([
      ...[
        ['suspended', 'suspended'],
        ['retires', 'expiring'],
        ['retired', 'revoked'],
        ['revoked and expired', 'revoked'],
      ],
      ...[
        ['revoked', 'revoked'],
        ['expired', 'expired'],
        ['expiring', 'expiring'],
        ['active', 'active'],
      ],
    ]);
    expect(counts).toEqual({ active: 2, expiring: 2, expired: 1, revoked: 3, suspended: 1 });
    for (const status of ['active', 'expiring', 'expired', 'revoked', 'suspended'] as const) {
      expect((await list(`?status=${status}`)).body.data.map((each) => each.status)).toEqual(
        Array(counts[status]).fill(status),
      );
    }
  });
});

describe('GET /app/company/api-keys/{id}', () => {
  const get = (id: number, by = session) => by.call<ApiKeyView>('GET', `${PATH}/${id}`);

  it('403 without api_key.manage, 404 for keys of other companies, 200 for a key of a colleague', async () => {
    expect((await get(theirs.id, await lacking())).status).toBe(403);
    for (const id of [(await world.key()).id, 999_999_999]) expect((await get(id)).status).toBe(404);
    expect((await get(theirs.id)).body).toMatchObject({ id: theirs.id, creator: { email: colleague.email } });
  });
});

describe('POST /app/company/api-keys/{id}/revoke', () => {
  it('403 without api_key.manage, before the key is read; it still works', async () => {
    const by = await lacking();
    for (const id of [theirs.id, 999_999_999]) expect((await revoke(id, {}, by)).status).toBe(403);
    expect((await theirs.call('GET', '/v1/clients')).status).toBe(200);
  });

  it("404 alike for another company's key and an unknown one; it still works", async () => {
    const stranger = await world.key();
    for (const id of [stranger.id, 999_999_999]) {
      expect((await revoke(id)).body).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect((await stranger.call('GET', '/v1/clients')).status).toBe(200);
    expect(await auditOf(api, stranger.companyId, 'api_key.revoked')).toEqual([]);
  });

  it('422 for an unknown property', async () => {
    expect((await revoke(theirs.id, { now: true })).status).toBe(422);
  });

  it('200: immediately, with the administrator as actor, whom the owner sees', async () => {
    const answer = await revoke(theirs.id, { reason: 'Left the company' });
    expect(answer.body).toMatchObject({
      ...{ status: 'revoked', revokedBy: `member ${admin.email}` },
      revokedByActor: { kind: 'member', name: admin.email },
    });
    expect((await theirs.call('GET', '/v1/clients')).body).toMatchObject({ code: 'key_revoked' });
    const owner = await world.session(colleague);
    expect((await owner.call('GET', `/app/api-keys/${theirs.id}`)).body).toEqual(answer.body);
    expect(await auditOf(api, admin.companyId, 'api_key.revoked')).toMatchObject([
      {
        actor: `member ${admin.email}`,
        target: answer.body.prefix,
        details: { reason: 'Left the company', statusBefore: 'active' },
        requestId: answer.headers.get('request-id'),
      },
    ]);
  });

  it('200 for the key of a deactivated member, which stays revoked after a reactivation', async () => {
    await world.change(colleague, { status: 'Deactivated' });
    await revoke(theirs.id);
    await world.change(colleague, { status: 'Active' });
    expect((await theirs.call('GET', '/v1/clients')).body).toMatchObject({ status: 401, code: 'key_revoked' });
    expect(await auditOf(api, admin.companyId, 'api_key.revoked')).toMatchObject([
      { details: { statusBefore: 'suspended' } },
    ]);
  });
});
