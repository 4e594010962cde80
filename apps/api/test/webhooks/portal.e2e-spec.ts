import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { ListOf } from '@billhook/contract/shared/common';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { SessionList } from '@billhook/contract/identity/session';
import type { ActivePortalLinks, PortalLinkView, PortalSessionView } from '@billhook/contract/webhooks/portal';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/webhook-endpoint';
import { ALL_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { Log, TestApi, type Answer } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/rows.js';
import { startWorld } from '../support/start.js';
import { World, type Caller, type SeededMember, type SessionCaller } from '../support/world.js';

const LINKS = '/app/webhook-portal-links';
const SESSION = '/portal/api/session';
const ENDPOINTS = '/portal/api/webhook-endpoints';
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

async function link(by: Caller = session, access: 'full' | 'view' = 'full'): Promise<PortalLinkView> {
  const answer = await by.call<PortalLinkView>('POST', LINKS, { body: { access } });
  expect(answer.status).toBe(201);
  return answer.body;
}

const tokenOf = ({ url }: PortalLinkView): string => new URL(url).searchParams.get('token') ?? '';
const token = async (by: Caller = session): Promise<string> => tokenOf(await link(by));

const enter = (value: string, method = 'GET'): Promise<Answer<ProblemView>> =>
  api.call<ProblemView>(method, `/portal/enter?token=${value}`);

const cookieOf = (answer: Answer<unknown>): string => answer.headers.get('set-cookie') ?? '';

/** Opens the portal, as the button in the settings does. */
async function portal(by: Caller = session, access: 'full' | 'view' = 'full'): Promise<SessionCaller> {
  return opened(await link(by, access));
}

async function opened(made: PortalLinkView): Promise<SessionCaller> {
  const answer = await enter(tokenOf(made));
  expect(answer.status).toBe(303);
  const cookie = cookieOf(answer).split(';')[0] ?? '';
  return {
    cookie,
    call: (method, path, call) => api.call(method, path, { ...call, headers: { cookie, ...call?.headers } }),
  };
}

const actions = async (): Promise<string[]> => (await auditOf(api, member.companyId)).map((entry) => entry.action);

describe('POST /app/webhook-portal-links', () => {
  it('401 without a session', async () => {
    expect((await api.call('POST', LINKS)).status).toBe(401);
  });

  it('403 without integration.write', async () => {
    const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'integration.write');
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
    const [unused, used] = [await link(session, 'view'), await link()];
    await enter(tokenOf(used));
    await revoke(ended.id);
    const colleague = await world.session(await world.member(member.companyId));
    const createdBy = { id: member.id, name: expect.any(String) };
    const hour = new Date(api.clock.now().getTime() + 60 * MINUTE).toISOString();
    expect(await listed(colleague)).toEqual([
      {
        id: used.id,
        access: 'full',
        status: 'open',
        createdBy,
        createdAt: expect.any(String),
        redeemedAt: expect.any(String),
        expiresAt: hour,
      },
      {
        id: unused.id,
        access: 'view',
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

describe('a view-only portal', () => {
  it('looks at everything; changes and secrets are 403 portal_view_only', async () => {
    const full = await portal();
    const view = await portal(session, 'view');
    const body = { url: 'https://example.com/hook', eventTypes: ['invoice.paid'] };
    const { id } = (await full.call<WebhookEndpointView>('POST', ENDPOINTS, { body })).body;
    const delivery = (await full.call<{ id: number }>('POST', `${ENDPOINTS}/${id}/test`)).body.id;
    for (const path of [SESSION, ENDPOINTS, `${ENDPOINTS}/${id}`, '/portal/api/webhook-deliveries']) {
      expect((await view.call('GET', path)).status).toBe(200);
    }
    expect((await view.call('GET', SESSION)).body).toMatchObject({ access: 'view' });
    const REJECTED = { status: 403, code: 'portal_view_only' };
    for (const [method, path] of [
      ['GET', `${ENDPOINTS}/${id}/secret`],
      ['POST', `${ENDPOINTS}/${id}/rotate-secret`],
      ['POST', ENDPOINTS],
      ['PATCH', `${ENDPOINTS}/${id}`],
      ['DELETE', `${ENDPOINTS}/${id}`],
      ['POST', `/portal/api/webhook-deliveries/${delivery}/resend`],
      ['POST', '/portal/api/session/confirm'],
    ] as const) {
      expect((await view.call<ProblemView>(method, path, method === 'GET' ? {} : { body })).body).toMatchObject(
        REJECTED,
      );
    }
    expect((await full.call('GET', `${ENDPOINTS}/${id}`)).body).toMatchObject({ status: 'Enabled' });
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

describe('GET /portal/api/session', () => {
  it('401 without the cookie of the portal: a session of the settings does not do', async () => {
    for (const caller of [api, session]) {
      expect((await caller.call<ProblemView>('GET', SESSION)).body).toMatchObject({
        status: 401,
        code: 'portal_session_missing',
      });
    }
  });

  it('401 after an hour, however much it was used', async () => {
    const opened = await portal();
    api.clock.advance(60 * MINUTE - 1);
    expect((await opened.call('GET', SESSION)).status).toBe(200);
    api.clock.advance(1);
    expect((await opened.call('GET', SESSION)).status).toBe(401);
  });

  it.each([
    [
      'ended one of their sessions',
      async (by: SessionCaller) => {
        await world.session(member);
        const { body } = await by.call<SessionList>('GET', '/app/sessions');
        const [lost] = body.data.filter(({ current }) => !current);
        return by.call('POST', `/app/sessions/${lost?.id}/end`);
      },
    ],
    ['ended all of the others', (by: SessionCaller) => by.call('POST', '/app/sessions/end-others')],
  ])('401 for a member who has %s; an unused link is invalid, and no other member is affected', async (_, end) => {
    const colleague = await portal(await world.session(await world.member(member.companyId)));
    const opened = await portal();
    const unopened = await token();
    // The session belongs to nobody here, so every portal session continues.
    expect((await session.call('POST', '/app/sessions/999999999/end')).status).toBe(404);
    expect((await opened.call('GET', SESSION)).status).toBe(200);
    expect((await end(session)).status).toBeLessThan(300);
    expect((await opened.call('GET', SESSION)).status).toBe(401);
    expect((await enter(unopened)).body).toMatchObject({ status: 401, code: 'portal_link_revoked' });
    expect((await colleague.call('GET', SESSION)).status).toBe(200);
  });

  it('401 for a deactivated member, 403 for one without integration.write, immediately', async () => {
    const opened = await portal();
    await world.change(member, { permissions: ['client.read'] });
    for (const path of [SESSION, ENDPOINTS]) {
      const answer = await opened.call<ProblemView>('GET', path);
      expect(answer.body).toMatchObject({ status: 403, code: 'permission_missing', missing: ['integration.write'] });
    }
    await world.change(member, { status: 'Deactivated' });
    expect((await opened.call('GET', SESSION)).status).toBe(401);
    await world.change(member, { status: 'Active', permissions: ['integration.write'] });
    expect((await opened.call('GET', SESSION)).status).toBe(200);
  });

  it('200: the company, when it ends, and what the member holds of what counts here', async () => {
    const { body } = await (await portal()).call<PortalSessionView>('GET', SESSION);
    expect(body).toEqual({
      company: { id: member.companyId, name: expect.stringMatching(/^Company /) },
      access: 'full',
      confirmedAt: expect.any(String),
      expiresAt: new Date(api.clock.now().getTime() + 60 * MINUTE).toISOString(),
      permissions: ['client.read', 'invoice.read', 'quote.read', 'payment.read', 'event.read', 'integration.write'],
      allowHttp: true,
    });
  });

  it('200 after the member signed out of the settings: the portal has its own session', async () => {
    const opened = await portal();
    await session.call('DELETE', '/app/session');
    expect((await opened.call('GET', SESSION)).status).toBe(200);
  });
});

describe('a portal session', () => {
  it('sees and changes only the webhooks of its own company', async () => {
    const mine = await portal();
    const other = await portal(await world.session(await world.member(await world.company())));
    const body = { url: 'https://example.com/hook', eventTypes: ['invoice.paid'] };
    const made = await other.call<WebhookEndpointView>('POST', ENDPOINTS, { body });
    expect(made.status).toBe(201);
    expect((await mine.call<ListOf<unknown>>('GET', ENDPOINTS)).body.data).toEqual([]);
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/secret'],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const) {
      const call = method === 'PATCH' ? { body: {} } : {};
      expect((await mine.call(method, `${ENDPOINTS}/${made.body.id}${suffix}`, call)).status).toBe(404);
    }
    expect((await other.call<ListOf<unknown>>('GET', ENDPOINTS)).body.data).toHaveLength(1);
  });

  it('is shown by a dry run what a run would send, and starts none', async () => {
    const opened = await portal();
    const body = { url: 'https://example.com/hook', eventTypes: ['invoice.paid'] };
    const { id } = (await opened.call<WebhookEndpointView>('POST', ENDPOINTS, { body })).body;
    const start = (prefer: string) =>
      opened.call<ProblemView>('POST', `${ENDPOINTS}/${id}/replay-missing`, {
        body: { since: new Date(api.clock.now().getTime() - MINUTE).toISOString() },
        headers: { prefer },
      });
    const runs = async () => (await opened.call<ListOf<unknown>>('GET', `${ENDPOINTS}/${id}/runs`)).body.data;
    expect(await start('dryrun')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    const dry = await start('dry-run');
    expect([dry.status, dry.headers.get('preference-applied')]).toEqual([202, 'dry-run']);
    expect(await runs()).toEqual([]);
    expect((await start('respond-async')).status).toBe(202);
    expect(await runs()).toHaveLength(1);
  });

  it('shows and sends what its member may read, as they are now', async () => {
    const opened = await portal();
    const make = (types: readonly string[]) =>
      opened.call<Record<string, unknown>>('POST', ENDPOINTS, {
        body: { url: 'https://example.com/hook', eventTypes: types },
      });
    const id = Number((await make(['client.created', 'invoice.paid'])).body['id']);
    const test = await opened.call<{ id: number }>('POST', `${ENDPOINTS}/${id}/test`);
    const delivery = async () => (await opened.call('GET', `/portal/api/webhook-deliveries/${test.body.id}`)).body;
    expect(await delivery()).toMatchObject({ body: expect.stringContaining('"data":{'), missingPermission: null });

    await world.change(member, { permissions: ['integration.write', 'invoice.read'] });
    expect(await delivery()).toMatchObject({ body: null, bodies: {}, missingPermission: 'client.read' });
    const REFUSED = { status: 403, code: 'permission_missing', missing: ['client.read'], whoCanFix: 'administrator' };
    expect((await make(['client.created'])).body).toMatchObject(REFUSED);
    const patch = (body: object) => opened.call<ProblemView>('PATCH', `${ENDPOINTS}/${id}`, { body });
    expect((await patch({ url: 'https://elsewhere.example/' })).body).toMatchObject(REFUSED);
    expect((await patch({ eventTypes: ['client.updated', 'invoice.paid'] })).body).toMatchObject(REFUSED);
    expect((await patch({ eventTypes: ['client.created'], description: 'The ERP' })).status).toBe(200);
    expect((await make(['invoice.paid'])).status).toBe(201);
    expect((await opened.call<PortalSessionView>('GET', SESSION)).body.permissions).toEqual([
      'integration.write',
      'invoice.read',
    ]);
  });

  it('opens nothing else: not the settings, not the API', async () => {
    const opened = await portal();
    for (const path of ['/app/session', '/app/api-keys', '/app/audit-log', '/v1/webhook-endpoints', '/v1/clients']) {
      expect((await opened.call('GET', path)).status).toBe(401);
    }
  });

  it('is refused to other sites', async () => {
    const opened = await portal();
    const answer = await opened.call('POST', ENDPOINTS, { body: {}, headers: { origin: 'https://evil.example' } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  });
});
