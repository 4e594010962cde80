import type { DepartureView } from '@billhook/contract/identity/departure';
import type { MemberView } from '@billhook/contract/identity/member';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { Permission } from '@billhook/domain/identity/permissions';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/members';

const NO_APPLICATIONS = { applications: [], applicationCount: 0, stoppingApplicationCount: 0 };
const NOTHING = { ...NO_APPLICATIONS, keys: [], keyCount: 0, stoppingKeyCount: 0, sessions: 0 };

let api: TestApi;
let second: TestApi;
let world: World;
let owner: SeededMember;
let session: SessionCaller;
let member: SeededMember;

beforeAll(async () => {
  api = await TestApi.start();
  second = await TestApi.beside(api);
  world = new World(api);
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  member = await world.member(owner.companyId, { role: 'Admin' });
});
afterEach(() => api.clock.set(new Date()));

const act = (action: string, id = member.id, by = session) => by.call<MemberView>('POST', `${PATH}/${id}/${action}`);
const give = (permissions: readonly Permission[]) =>
  session.call('PATCH', `${PATH}/${member.id}`, { body: { permissions } });

/** The cookie of a webhook portal that a member has opened. */
async function portalOf(by: SessionCaller): Promise<string> {
  const { body } = await by.call<{ url: string }>('POST', '/app/webhook-portal-links');
  const entered = await api.call('GET', new URL(body.url).pathname + new URL(body.url).search);
  return entered.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** The responses of both processes to a key, a session and a portal of the member. */
async function outcomes(key: KeyCaller, browser: SessionCaller, portal: string): Promise<string[]> {
  const answers: string[] = [];
  for (const { url } of [api, second]) {
    const sent: Readonly<Record<string, Record<string, string>>> = {
      '/v1/clients': { authorization: `Bearer ${key.secret}` },
      '/app/session': { cookie: browser.cookie },
      '/portal/api/session': { cookie: portal },
    };
    for (const [path, headers] of Object.entries(sent)) {
      const answer = await fetch(url + path, { headers });
      const { code } = (await answer.json()) as { code?: string };
      answers.push(`${answer.status} ${code ?? ''}`.trim());
    }
  }
  return answers;
}

const inBoth = (...answers: string[]): string[] => [...answers, ...answers];
const ALL_WORKS = inBoth('200', '200', '200');

describe('with the next request, in every process', () => {
  it('a removed permission stops key and portal, until it is given again', async () => {
    const key = await world.key({ member });
    const browser = await world.session(member);
    const portal = await portalOf(browser);
    expect(await outcomes(key, browser, portal)).toEqual(ALL_WORKS);
    await give(['invoice.read']);
    expect(await outcomes(key, browser, portal)).toEqual(
      inBoth('403 creator_permission_lost', '200', '403 permission_missing'),
    );
    expect((await browser.call('GET', PATH)).body).toMatchObject({ status: 403, missing: ['member.manage'] });
    await give(['client.read', 'integration.write']);
    expect(await outcomes(key, browser, portal)).toEqual(ALL_WORKS);
  });

  it('a deactivated member is signed out for good; the key stops until the reactivation', async () => {
    const key = await world.key({ member });
    const browser = await world.session(member);
    const portal = await portalOf(browser);
    const { body: unopened } = await browser.call<{ url: string }>('POST', '/app/webhook-portal-links');
    const deactivated = await act('deactivate');
    const lastSeenAt = api.clock.now().toISOString();
    expect(deactivated).toMatchObject({ status: 200, body: { status: 'Deactivated', lastSeenAt, liveKeys: 1 } });
    const signedOut = ['401 session_missing', '401 portal_session_missing'];
    expect(await outcomes(key, browser, portal)).toEqual(inBoth('403 creator_inactive', ...signedOut));

    expect((await act('reactivate')).body).toMatchObject({ status: 'Active' });
    expect(await outcomes(key, browser, portal)).toEqual(inBoth('200', ...signedOut));
    const link = new URL(unopened.url);
    expect((await api.call('GET', link.pathname + link.search)).status).toBe(401);
    expect((await world.session(member)).cookie).not.toBe('');
  });

  it('a removed member is removed for good: the keys are revoked', async () => {
    const [key, lasting] = [await world.key({ member }), await world.key({ member, expiry: '90d' })];
    const [revoked, expired] = [await world.key({ member }), await world.key({ member, expiry: '90d' })];
    const others = await world.key({ member: owner });
    await session.call('POST', `/app/company/api-keys/${revoked.id}/revoke`, { body: { reason: 'Mine' } });
    await api.database.query({
      name: 'test_expire',
      text: `UPDATE api_keys SET expires_at = $2 WHERE id = $1`,
      values: [expired.id, new Date(api.clock.now().getTime() - 1)],
    });
    const browser = await world.session(member);
    const portal = await portalOf(browser);
    const removed = await act('remove');
    expect(removed).toMatchObject({ status: 200, body: { status: 'Removed', liveKeys: 0 } });

    const signedOut = ['401 session_missing', '401 portal_session_missing'];
    for (const dead of [key, lasting]) {
      expect(await outcomes(dead, browser, portal)).toEqual(inBoth('401 key_revoked', ...signedOut));
      expect((await session.call('GET', `/app/company/api-keys/${dead.id}`)).body).toMatchObject({
        status: 'revoked',
        revokedBy: `member ${owner.email}`,
        revocationReason: 'The member was removed',
        creator: { status: 'Removed' },
      });
    }
    expect((await revoked.call('GET', '/v1/me')).body).toMatchObject({ code: 'key_revoked' });
    expect((await expired.call('GET', '/v1/me')).body).toMatchObject({ code: 'key_expired' });
    expect((await others.call('GET', '/v1/me')).status).toBe(200);

    const log = await auditOf(api, owner.companyId);
    const ends = log.filter(({ action }) => action === 'api_key.revoked').map(({ details }) => details);
    expect(ends).toMatchObject([
      { reason: 'Mine', statusBefore: 'active' },
      { reason: 'The member was removed', statusBefore: 'active' },
      { reason: 'The member was removed', statusBefore: 'active' },
    ]);
    expect(log.at(-1)).toMatchObject({
      action: 'member.removed',
      target: `member ${member.id}`,
      details: { email: member.email, keys: 2, sessions: 1 },
    });
  });

  it('no route restores a removed member; removing again has no effect', async () => {
    const key = await world.key({ member });
    await act('remove');
    const before = await session.call('GET', `${PATH}/${member.id}`);
    for (const action of ['deactivate', 'reactivate', 'end-sessions']) {
      expect((await act(action)).body).toMatchObject({ status: 409, code: 'member_removed' });
    }
    expect((await give(['client.read'])).body).toMatchObject({ status: 409, code: 'member_removed' });
    const entries = (await auditOf(api, owner.companyId)).length;
    expect((await act('remove')).status).toBe(200);
    expect((await auditOf(api, owner.companyId)).length).toBe(entries);
    expect((await session.call('GET', `${PATH}/${member.id}`)).text).toBe(before.text);
    expect((await key.call('GET', '/v1/me')).status).toBe(401);

    const list = async (query: string) => {
      const { body } = await session.call<{ data: MemberView[] }>('GET', `${PATH}${query}`);
      return body.data.map(({ id }) => id);
    };
    expect(await list('')).toEqual([owner.id]);
    expect(await list('?status=Removed')).toEqual([member.id]);
  });
});

describe('POST /app/members/{id}/deactivate and /reactivate', () => {
  it('200 once more changes nothing and writes no entry', async () => {
    await world.session(member);
    for (const action of ['deactivate', 'deactivate', 'reactivate', 'reactivate']) {
      expect((await act(action)).status).toBe(200);
    }
    const log = (await auditOf(api, owner.companyId)).filter(({ action }) => action.startsWith('member.'));
    expect(log).toMatchObject([
      { action: 'member.deactivated', target: `member ${member.id}`, details: { name: 'Test Person', sessions: 1 } },
      { action: 'member.reactivated', target: `member ${member.id}`, details: { name: 'Test Person' } },
    ]);
  });

  it('200 for a service member, whose keys stop and work again', async () => {
    const body = { name: 'ERP', role: 'Admin' };
    const { id } = (await session.call<MemberView>('POST', PATH, { body })).body;
    const key = await world.key({ member: { id, companyId: owner.companyId } });
    await act('deactivate', id);
    expect((await key.call('GET', '/v1/clients')).body).toMatchObject({
      code: 'creator_inactive',
      fixUrl: expect.stringMatching(new RegExp(`/settings/members/${id}$`)),
    });
    await act('reactivate', id);
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
    await act('remove', id);
    expect((await key.call('GET', '/v1/clients')).body).toMatchObject({ status: 401, code: 'key_revoked' });
  });
});

describe('POST /app/members/{id}/end-sessions', () => {
  it('200: ends the sessions in this company, and in no other; keys still work', async () => {
    const [one, other] = [await world.session(member), await world.session(member)];
    const key = await world.key({ member });
    expect((await act('end-sessions')).body).toEqual({ ended: 2 });
    for (const browser of [one, other]) expect((await browser.call('GET', '/app/session')).status).toBe(401);
    expect((await session.call('GET', '/app/session')).status).toBe(200);
    expect((await key.call('GET', '/v1/me')).status).toBe(200);
    expect((await world.session(member)).cookie).not.toBe('');
    expect(await auditOf(api, owner.companyId, 'session.ended')).toMatchObject([
      { actor: `member ${owner.email}`, target: `member ${member.id}`, details: { name: 'Test Person', sessions: 2 } },
    ]);
  });

  it('200 without a session, and without an entry', async () => {
    expect((await act('end-sessions')).body).toEqual({ ended: 0 });
    expect(await auditOf(api, owner.companyId, 'session.ended')).toEqual([]);
  });
});

describe('POST /app/members/{id}/departure', () => {
  const preview = async (body: object): Promise<DepartureView> =>
    (await session.call<DepartureView>('POST', `${PATH}/${member.id}/departure`, { body })).body;

  it.each([
    ['no change', {}, '/change'],
    ['an unknown change', { change: 'promote' }, '/change'],
    ['an unknown permission', { change: 'permissions', permissions: ['all'] }, '/permissions/0'],
  ])('422 for %s', async (_, body, pointer) => {
    const answer = await session.call<ProblemView>('POST', `${PATH}/${member.id}/departure`, { body });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('200: nothing stops without keys and sessions', async () => {
    for (const change of ['deactivate', 'remove', 'permissions']) {
      expect(await preview({ change })).toEqual(NOTHING);
    }
  });

  it('200: what stops and what is lost, most used first, without ended keys; changes nothing', async () => {
    const scopes = ['client.read', 'invoice.read'] as const;
    const [quiet, busy] = [await world.key({ member, scopes }), await world.key({ member, scopes: ['client.read'] })];
    const gone = await world.key({ member, scopes });
    await world.key({ member, scopes: [] });
    await session.call('POST', `/app/company/api-keys/${gone.id}/revoke`, { body: {} });
    await busy.call('GET', '/v1/clients');
    const requests = [
      [busy.id, 0, 40],
      [busy.id, 6, 2],
      [busy.id, 7, 1_000],
      [quiet.id, 3, 5],
    ];
    for (const [id, daysAgo, count] of requests) {
      await api.database.query({
        name: 'test_requests',
        text: `INSERT INTO key_requests VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date - $3::int, 'GET', '/v1/clients/{id}', 'ok', $4)`,
        values: [id, api.clock.now(), daysAgo, count],
      });
    }
    await world.session(member);
    const stale = await world.session(member);
    await stale.call('DELETE', '/app/session');
    const before = await session.call('GET', `${PATH}/${member.id}`);

    const [first, other] = [
      { id: busy.id, prefix: busy.secret.slice(0, 12), stops: true, requests7d: 43, lastUsedFrom: '127.0.0.1' },
      { id: quiet.id, prefix: quiet.secret.slice(0, 12), stops: true, requests7d: 5, lastUsedAt: null },
    ];
    for (const change of ['deactivate', 'remove']) {
      const departure = await preview({ change });
      expect(departure).toMatchObject({
        keys: [
          { ...first, loses: ['client.read'] },
          { ...other, loses: scopes },
        ],
        keyCount: 2,
        stoppingKeyCount: 2,
        sessions: 1,
      });
      expect(departure.keys?.[0]?.lastUsedAt).toEqual(expect.any(String));
    }
    expect(await preview({ change: 'permissions', permissions: ['invoice.read'] })).toMatchObject({
      keys: [
        { ...first, loses: ['client.read'] },
        { ...other, loses: ['client.read'], stops: false },
      ],
      sessions: 0,
    });
    expect(await preview({ change: 'permissions', role: 'Read-only' })).toEqual(NOTHING);
    expect((await session.call('GET', `${PATH}/${member.id}`)).text).toBe(before.text);
    expect((await quiet.call('GET', '/v1/clients')).status).toBe(200);
  });

  it('200 without the keys for a caller who may not manage keys', async () => {
    const scopes = ['client.read', 'invoice.read'] as const;
    const keys = [await world.key({ member, scopes }), await world.key({ member, scopes: ['client.read'] })];
    const permissions = ['member.manage', ...scopes] as const;
    const manager = await world.session(await world.member(owner.companyId, { permissions }));
    expect(await manager.call('GET', '/app/company/api-keys')).toMatchObject({ status: 403 });
    const see = (body: object) => manager.call('POST', `${PATH}/${member.id}/departure`, { body });
    const all = await see({ change: 'deactivate' });
    expect(all).toMatchObject({ status: 200, body: { keys: null, keyCount: 2, stoppingKeyCount: 2, sessions: 0 } });
    const some = await see({ change: 'permissions', permissions: ['invoice.read'] });
    expect(some.body).toEqual({
      ...NO_APPLICATIONS,
      applications: null,
      keys: null,
      keyCount: 2,
      stoppingKeyCount: 1,
      sessions: 0,
    });
    for (const { id, secret } of keys) {
      expect(all.text).not.toContain(secret.slice(0, 12));
      expect(all.text).not.toContain(`"id":${id}`);
    }
  });

  it('200: on the Free plan no key works, so none stops', async () => {
    await world.key({ member });
    await world.setPlan(owner.companyId, 'Free');
    expect((await preview({ change: 'remove' })).keys).toEqual([]);
  });
});

it('keeps the actions of a removed member under their name', async () => {
  await world.session(member);
  await act('remove');
  expect(await tablesHolding(api, member.email)).toEqual(
    expect.arrayContaining(['public.accounts', `${HAS_TWO_CELLS ? 'public' : 'cell_1'}.audit_log`]),
  );
});
