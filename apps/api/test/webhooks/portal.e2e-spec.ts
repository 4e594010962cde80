import { createHash } from 'node:crypto';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { ActivePortalLinks, PortalLinkView, PortalSessionView } from '@billhook/contract/webhooks/portal';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Log, TestApi } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { cookieOf, LINKS, openedPortal, portalOf, SESSION, tokenOf } from '../support/portal.js';
import { startWorld } from '../support/start.js';
import { World, type Caller, type SeededMember, type SessionCaller } from '../support/world.js';

const MINUTE = 60_000;

const log = new Log();
const { api, world } = await startWorld({}, log);
let member: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  member = await world.member(await world.company());
  session = await world.session(member);
});
afterEach(() => api.clock.set(new Date()));

const { link, token, enter, portal } = portalOf(api, () => session);
const opened = (made: PortalLinkView) => openedPortal(api, made);
const actions = async (): Promise<string[]> => (await auditOf(api, member.companyId)).map((entry) => entry.action);

describe('POST /app/webhook-portal-links', () => {
  it('401 without a session', async () => {
    expect((await api.call('POST', LINKS)).status).toBe(401);
  });

  it('403 without integration.write', async () => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'integration.write');
    await world.change(member, { permissions });
    expect(await session.call('POST', LINKS)).toMatchObject({ status: 403, body: { missing: ['integration.write'] } });
  });

  it('409 webhooks_unavailable where webhooks are off, which the session says too', async () => {
    const off = await TestApi.beside(api, { WEBHOOKS_ENABLED: 'false' });
    try {
      const here = await new World(off).session(member);
      const answer = await here.call<ProblemView>('POST', LINKS);
      expect(answer.body).toMatchObject({ status: 409, code: 'webhooks_unavailable' });
      expect(await here.call('GET', '/app/session')).toMatchObject({ body: { webhooksEnabled: false } });
      expect(await actions()).not.toContain('portal_link.created');
    } finally {
      await off.stop();
    }
  });

  it('201: a link for 15 minutes, a new one each time, each with its audit entry', async () => {
    const answer = await session.call<PortalLinkView>('POST', LINKS);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.expiresAt).toBe(new Date(api.clock.now().getTime() + 15 * MINUTE).toISOString());
    expect(answer.body.url).toMatch(/^http:\/\/localhost:3000\/portal\/enter\?token=bhp_[0-9A-Za-z]{46}$/);
    expect(await token()).not.toBe(new URL(answer.body.url).searchParams.get('token'));
    expect(await actions()).toEqual(['session.started', 'portal_link.created', 'portal_link.created']);
  });

  it('422 for an access that does not exist', async () => {
    expect(await session.call('POST', LINKS, { body: { access: 'Full' } })).toMatchObject({
      status: 422,
      body: { code: 'invalid_body', errors: [{ pointer: '/access' }] },
    });
  });
});

describe('the list of links', () => {
  const listed = async (by: Caller = session) => (await by.call<ActivePortalLinks>('GET', LINKS)).body.data;
  const revoke = (id: number, by: Caller = session) => by.call<ProblemView>('DELETE', `${LINKS}/${id}`);

  it('401 without a session, 403 without integration.write', async () => {
    const { id } = await link();
    for (const method of ['GET', 'DELETE']) {
      const path = method === 'GET' ? LINKS : `${LINKS}/${id}`;
      expect((await api.call(method, path)).status).toBe(401);
      const other = await world.member(member.companyId, { permissions: ['client.read'] });
      const answer = await (await world.session(other)).call<ProblemView>(method, path);
      expect(answer.body).toMatchObject({ status: 403, missing: ['integration.write'] });
    }
  });

  it('404 to revoke one of another company, one that has ended, and one that was revoked', async () => {
    const foreign = await link(await world.session(await world.member(await world.company())));
    const [late, twice] = [await link(), await link()];
    api.clock.advance(15 * MINUTE - 1);
    expect((await revoke(twice.id)).status).toBe(204);
    api.clock.advance(1);
    for (const { id } of [foreign, late, twice]) expect((await revoke(id)).body).toMatchObject({ code: 'not_found' });
    expect(await listed()).toEqual([]);
  });

  it('200: what can be used or is open, for every member who manages webhooks', async () => {
    const ended = await link();
    const unused = await link(session, 'view');
    const { body: used } = await session.call<PortalLinkView>('POST', LINKS, { body: { purpose: 'visit' } });
    await enter(tokenOf(used));
    await revoke(ended.id);
    const colleague = await world.session(await world.member(member.companyId));
    const createdBy = { id: member.id, name: expect.any(String) };
    const hour = new Date(api.clock.now().getTime() + 60 * MINUTE).toISOString();
    expect(await listed(colleague)).toEqual([
      {
        id: used.id,
        access: 'full',
        purpose: 'visit',
        status: 'open',
        createdBy,
        createdAt: expect.any(String),
        redeemedAt: expect.any(String),
        expiresAt: hour,
      },
      {
        id: unused.id,
        access: 'view',
        purpose: 'share',
        status: 'unused',
        createdBy,
        createdAt: expect.any(String),
        redeemedAt: null,
        expiresAt: unused.expiresAt,
      },
    ]);
    expect(await listed(await world.session(await world.member(await world.company())))).toEqual([]);
  });

  it('204: a revoked link opens nothing, and a revoked portal is closed, each with its audit entry', async () => {
    const [unused, used] = [await link(), await link()];
    const by = await opened(used);
    for (const { id } of [unused, used]) expect((await revoke(id)).status).toBe(204);
    for (const each of [unused, used]) {
      expect((await enter(tokenOf(each))).body).toMatchObject({ status: 401, code: 'portal_link_revoked' });
    }
    expect((await by.call('GET', SESSION)).status).toBe(401);
    expect(await auditOf(api, member.companyId, 'portal_link.revoked')).toMatchObject([
      { target: String(unused.id) },
      { target: String(used.id) },
    ]);
  });
});

describe('GET /portal/enter', () => {
  it('401 for no token, an unknown one, and one that was used', async () => {
    const used = await token();
    await enter(used);
    for (const value of ['', 'bhp_nothing', '%00', used]) {
      const answer = await enter(value);
      const code = value === used ? 'portal_link_used' : 'portal_link_invalid';
      expect(answer.body).toMatchObject({ status: 401, code });
      expect(cookieOf(answer)).toBe('');
    }
    expect((await api.call('GET', `/portal/enter?token=a&token=${used}`)).status).toBe(401);
  });

  it('401 after 15 minutes, to the millisecond', async () => {
    const [early, late] = [await token(), await token()];
    api.clock.advance(15 * MINUTE - 1);
    expect((await enter(early)).status).toBe(303);
    api.clock.advance(1);
    expect((await enter(late)).body).toMatchObject({ status: 401, code: 'portal_link_expired' });
  });

  it.each([
    ['used', async (made: PortalLinkView) => enter(tokenOf(made))],
    ['expired', async () => api.clock.advance(15 * MINUTE)],
    ['revoked', async (made: PortalLinkView) => session.call('DELETE', `${LINKS}/${made.id}`)],
    ['invalid', async () => world.change(member, { status: 'Deactivated' })],
  ])('303 for a person whose link is %s, to a page that says so', async (state, end) => {
    const made = await link();
    await end(made);
    const answer = await api.call('GET', `/portal/enter?token=${tokenOf(made)}`, { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('location'), cookieOf(answer)]).toEqual([
      303,
      `/portal/?link=${state}`,
      '',
    ]);
  });

  it('401 when its maker was deactivated meanwhile; the link is not used up by that', async () => {
    const link = await token();
    await world.change(member, { status: 'Deactivated' });
    expect((await enter(link)).status).toBe(401);
    await world.change(member, { status: 'Active' });
    expect((await enter(link)).status).toBe(303);
  });

  it('405 for HEAD, which does not use the link up', async () => {
    const link = await token();
    expect((await enter(link, 'HEAD')).status).toBe(405);
    expect((await enter(link)).status).toBe(303);
  });

  it.each([
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
    ['X-Purpose', 'preview'],
    ['X-Moz', 'prefetch'],
  ])(
    '403 for a request that a browser sends in advance (%s: %s), which does not use the link up',
    async (name, value) => {
      const link = await token();
      const early = await api.call('GET', `/portal/enter?token=${link}`, { headers: { [name]: value } });
      expect([early.status, early.headers.get('cache-control'), cookieOf(early)]).toEqual([403, 'no-store', '']);
      expect((await enter(link)).status).toBe(303);
    },
  );

  it('303: of 20 in parallel exactly one succeeds', async () => {
    const link = await token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(link)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, ...Array.from({ length: 19 }, () => 401)]);
    expect(answers.filter((answer) => cookieOf(answer) !== '')).toHaveLength(1);
    expect((await actions()).filter((action) => action === 'portal_link.redeemed')).toHaveLength(1);
  });

  it('303 to the portal without the token, with a cookie for the portal alone', async () => {
    const answer = await enter(await token());
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/portal/');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [pair = '', ...flags] = cookieOf(answer).split('; ');
    expect(pair).toMatch(/^billhook_portal=[0-9A-Za-z]{43}$/);
    expect(flags).toEqual(expect.arrayContaining(['Path=/portal', 'HttpOnly', 'SameSite=Lax']));
    expect(flags).not.toContain('Secure');
    expect((await auditOf(api, member.companyId, 'portal_link.redeemed'))[0]).toMatchObject({
      actor: `member ${member.email}`,
      requestId: answer.headers.get('request-id'),
    });
  });
});

describe('POST /portal/api/session', () => {
  const redeem = (body: object, headers = {}) => api.call<PortalSessionView>('POST', SESSION, { body, headers });

  it('401 for a link that does not work, 403 from another site, 422 without a token; none uses the link up', async () => {
    const [used, good] = [await token(), await token()];
    await redeem({ token: used });
    expect((await redeem({ token: used })).body).toMatchObject({ status: 401, code: 'portal_link_used' });
    expect((await redeem({ token: 'bhp_nothing' })).body).toMatchObject({ status: 401, code: 'portal_link_invalid' });
    expect((await redeem({ token: good }, { origin: 'https://evil.example' })).body).toMatchObject({
      code: 'cross_site',
    });
    expect((await redeem({ token: good }, { prefer: 'dry-run' })).status).toBe(400);
    expect((await redeem({})).body).toMatchObject({ status: 422, code: 'invalid_body' });
    expect((await redeem({ token: good })).status).toBe(201);
  });

  it('201: the session, with a cookie for the portal alone; of 20 in parallel exactly one succeeds', async () => {
    const body = { token: await token() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(body)));
    const [won, ...others] = answers.toSorted((one, other) => one.status - other.status);
    expect(others.map((answer) => answer.status)).toEqual(Array.from({ length: 19 }, () => 401));
    expect(won).toMatchObject({ status: 201, body: { access: 'full', company: { id: member.companyId } } });
    expect(won?.headers.get('cache-control')).toBe('no-store');
    expect(won && cookieOf(won)).toMatch(/^billhook_portal=[0-9A-Za-z]{43}; Path=\/portal; .*HttpOnly/);
  });

  it('201: the session of the browser is replaced by one like it, and no other session is', async () => {
    const [mine, other, view] = [await portal(), await portal(), await portal(session, 'view')];
    await redeem({ token: await token() }, { cookie: mine.cookie });
    await redeem({ token: await token() }, { cookie: view.cookie });
    const states = await Promise.all([mine, other, view].map((each) => each.call('GET', SESSION)));
    expect(states.map(({ status }) => status)).toEqual([401, 200, 200]);
  });
});

describe('what opens the portal', () => {
  it('is in no log line and in no table: neither the token nor the id in the cookie', async () => {
    const link = await token();
    const id = cookieOf(await enter(link)).split(/[=;]/)[1] ?? '';
    await api.call('GET', SESSION, { headers: { cookie: `billhook_portal=${id}` } });
    await enter(link);
    expect(log.text).toContain('GET /portal/enter 303');
    expect(log.text).toContain('GET /portal/enter 401');
    for (const secret of [link, id]) {
      expect(secret.length).toBeGreaterThan(40);
      expect(log.text).not.toContain(secret);
      expect(await tablesHolding(api, secret)).toEqual([]);
    }
    // Only their hashes are stored.
    const hash = (text: string) => `\\x${createHash('sha256').update(text).digest('hex')}`;
    expect(await tablesHolding(api, hash(link))).toEqual(['public.portal_links']);
    expect(await tablesHolding(api, hash(id))).toEqual(['public.portal_sessions']);
  });
});
