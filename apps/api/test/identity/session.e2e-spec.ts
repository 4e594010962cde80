import { createHash } from 'node:crypto';
import type { SessionView } from '@billhook/contract/identity/session';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi, type Answer, type Call } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, World, type SeededMember } from '../support/world.js';

const PATH = '/app/session';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const { api, world } = await startWorld();
let member: SeededMember;

beforeEach(async () => {
  await world.forgetAttempts();
  member = await world.member(await world.company());
});
afterEach(() => api.clock.set(new Date()));

const signIn = (body: object, headers?: Call['headers'], on = api): Promise<Answer<SessionView & ProblemView>> =>
  on.call<SessionView & ProblemView>('POST', PATH, { body, headers });

const cookieOf = (answer: Answer<unknown>): string => answer.headers.get('set-cookie') ?? '';
const idOf = (answer: Answer<unknown>): string => /^billhook_session=([^;]*)/.exec(cookieOf(answer))?.[1] ?? '';
const actions = async (): Promise<string[]> => (await auditOf(api, member.companyId)).map((entry) => entry.action);

describe('POST /app/session', () => {
  it('401 alike for a wrong password, an unknown account and a deactivated one; only accounts are audited', async () => {
    const gone = await world.member(member.companyId);
    await world.change(gone, { status: 'Deactivated' });
    const attempts = [
      { email: member.email, password: 'wrong' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: gone.email, password: PASSWORD },
      { email: 'nobody\0@example.com', password: PASSWORD },
    ];
    const answers = [];
    for (const body of attempts.slice(0, 3)) answers.push(await signIn(body));
    const [first, ...others] = answers.map(({ status, body, headers }) => ({
      status,
      cookie: headers.get('set-cookie'),
      body: { ...body, requestId: '' },
    }));
    expect(first).toMatchObject({ status: 401, cookie: null, body: { code: 'sign_in_failed' } });
    for (const other of others) expect(other).toEqual(first);
    expect(await auditOf(api, member.companyId)).toMatchObject([
      { actor: `member ${member.email}`, action: 'session.failed' },
      { actor: `member ${gone.email}`, action: 'session.failed' },
    ]);
    // The schema rejects addresses that no account can have, not the database.
    expect((await signIn(attempts[3] ?? {})).status).toBe(422);
  });

  it('an unknown account takes as long as a wrong password', async () => {
    const time = async (email: string): Promise<number> => {
      const start = performance.now();
      await signIn({ email, password: 'wrong' });
      return performance.now() - start;
    };
    // All errors take the same minimum time, which covers the hash and the audit entry.
    for (const email of [member.email, 'nobody@example.com']) {
      const took = [await time(email), await time(email), await time(email)];
      expect(Math.min(...took)).toBeGreaterThanOrEqual(199);
    }
  });

  it.each([
    ['no password', { email: 'a@example.com' }, '/password'],
    ['an empty password', { email: 'a@example.com', password: '' }, '/password'],
    ['a password that only costs time', { email: 'a@example.com', password: 'x'.repeat(201) }, '/password'],
    ['an unknown property', { email: 'a@example.com', password: 'x', remember: true }, '/remember'],
  ])('422 for %s', async (_, body, pointer) => {
    expect((await signIn(body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('201: the session, its cookie and its audit entry; only a hash of the id is stored', async () => {
    const answer = await signIn({ email: member.email.toUpperCase(), password: PASSWORD }, { 'user-agent': 'spec' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      member: { id: member.id, email: member.email, role: 'Owner', locale: 'en', secondFactor: false },
      company: { id: member.companyId, plan: 'Pro' },
      confirmedAt: api.clock.now().toISOString(),
      expiresAt: new Date(api.clock.now().getTime() + 168 * HOUR).toISOString(),
      webhooksEnabled: true,
      sendsMail: false,
    });
    expect(answer.text).not.toContain('argon2');
    const [, ...flags] = cookieOf(answer).split('; ');
    expect(flags.filter((flag) => !flag.startsWith('Expires=')).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
    expect(flags.filter((flag) => flag.startsWith('Expires='))).toHaveLength(1);

    const id = idOf(answer);
    expect(id).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(answer.text).not.toContain(id);
    expect(await tablesHolding(api, id)).toEqual([]);
    const hash = createHash('sha256').update(id).digest('hex');
    expect(await tablesHolding(api, `\\x${hash}`)).toEqual(['public.sessions']);
    expect(await auditOf(api, member.companyId)).toMatchObject([
      { action: 'session.started', requestId: answer.headers.get('request-id'), userAgent: 'spec' },
    ]);
  });

  it('201 with a new id each time, never the one that the browser sent', async () => {
    const planted = 'A'.repeat(43);
    const ids = new Set([planted]);
    for (let n = 0; n < 3; n++) {
      const headers = { cookie: `billhook_session=${[...ids].at(-1)}` };
      ids.add(idOf(await signIn({ email: member.email, password: PASSWORD }, headers)));
    }
    expect(ids.size).toBe(4);
    // The sent session ends, because no page would list it.
    const live = await Promise.all(
      [...ids].map(
        async (id) => (await api.call('GET', PATH, { headers: { cookie: `billhook_session=${id}` } })).status,
      ),
    );
    expect(live).toEqual([401, 401, 401, 200]);
  });

  it('201 with a Secure cookie if the service uses https', async () => {
    const secure = await TestApi.beside(api, { PUBLIC_URL: 'https://billhook.example' });
    try {
      expect(cookieOf(await signIn({ email: member.email, password: PASSWORD }, {}, secure))).toContain('; Secure');
    } finally {
      await secure.stop();
    }
  });
});

describe('GET /app/session', () => {
  it('401 without a cookie, and with an invented one', async () => {
    for (const cookie of ['', 'billhook_session=', `billhook_session=${'x'.repeat(43)}`, 'billhook_session=%00']) {
      const answer = await api.call<ProblemView>('GET', PATH, { headers: { cookie } });
      expect(answer.body).toMatchObject({ status: 401, code: 'session_missing' });
    }
  });

  it('401 for a member who was deactivated meanwhile', async () => {
    const session = await world.signIn(member);
    await world.change(member, { status: 'Deactivated' });
    expect((await session.call('GET', PATH)).status).toBe(401);
  });

  it('200 with the current permissions, not those at the sign-in', async () => {
    const session = await world.signIn(member);
    await world.change(member, { permissions: ['client.read'] });
    expect((await session.call<SessionView>('GET', PATH)).body.member.permissions).toEqual(['client.read']);
    expect((await session.call('GET', '/app/members')).status).toBe(403);
  });
});

describe('GET /app/optional-session', () => {
  const OPTIONAL = '/app/optional-session';

  it('200 with null without a session, with an invented or an ended one, and for a deactivated member', async () => {
    const ended = await world.signIn(member);
    await ended.call('DELETE', PATH);
    const left = await world.signIn(member);
    await world.change(member, { status: 'Deactivated' });
    const cookies = ['', `billhook_session=${'x'.repeat(43)}`, 'billhook_session=%00', ended.cookie, left.cookie];
    for (const cookie of cookies) {
      const { status, body, headers } = await api.call('GET', OPTIONAL, { headers: { cookie } });
      expect([cookie, status, body]).toEqual([cookie, 200, { session: null }]);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('200 with the session', async () => {
    const session = await world.signIn(member);
    const { body } = await session.call<SessionView>('GET', PATH);
    expect((await session.call('GET', OPTIONAL)).body).toEqual({ session: body });
  });
});

describe('the life of a session', () => {
  const status = async (session: { call: (method: string, path: string) => Promise<Answer> }): Promise<number> =>
    (await session.call('GET', PATH)).status;

  it('ends after 120 minutes without a request, and each request restarts them', async () => {
    const session = await world.signIn(member);
    for (let n = 0; n < 3; n++) {
      api.clock.advance(120 * MINUTE - 1);
      expect(await status(session)).toBe(200);
    }
    api.clock.advance(120 * MINUTE);
    expect(await status(session)).toBe(401);
  });

  it('is not prolonged by requests of a page that no person uses', async () => {
    const session = await world.signIn(member);
    const unattended = { headers: { 'billhook-unattended': 'true' } };
    for (let n = 0; n < 3; n++) {
      api.clock.advance(39 * MINUTE);
      expect((await session.call('GET', PATH, unattended)).status).toBe(200);
      expect((await session.call('GET', '/app/optional-session', unattended)).body).toMatchObject({ session: {} });
    }
    api.clock.advance(3 * MINUTE);
    expect((await session.call('GET', PATH, unattended)).status).toBe(401);
    const used = await world.signIn(member);
    api.clock.advance(119 * MINUTE);
    expect((await used.call('GET', PATH, { headers: { 'billhook-unattended': 'false' } })).status).toBe(200);
    api.clock.advance(119 * MINUTE);
    expect(await status(used)).toBe(200);
  });

  it('ends after SESSION_MAX_HOURS regardless of its use', async () => {
    const strict = await TestApi.beside(api, { SESSION_MAX_HOURS: '3' });
    try {
      const session = await new World(strict).signIn(member);
      api.clock.advance(100 * MINUTE);
      expect(await status(session)).toBe(200);
      api.clock.advance(80 * MINUTE - 1);
      expect(await status(session)).toBe(200);
      api.clock.advance(1);
      expect(await status(session)).toBe(401);
    } finally {
      await strict.stop();
    }
  });
});

describe('POST /app/session/confirm', () => {
  it('401 without a session, and for a wrong password, which keeps the session', async () => {
    expect((await api.call('POST', `${PATH}/confirm`, { body: { password: PASSWORD } })).status).toBe(401);
    const session = await world.signIn(member);
    const answer = await session.call<ProblemView>('POST', `${PATH}/confirm`, { body: { password: 'wrong' } });
    expect(answer.body).toMatchObject({ status: 401, code: 'sign_in_failed' });
    expect((await session.call('GET', PATH)).status).toBe(200);
  });

  it('200: only for this session', async () => {
    const [one, other] = [await world.signIn(member), await world.signIn(member)];
    const before = api.clock.now().toISOString();
    api.clock.advance(30 * MINUTE);
    await one.call('POST', `${PATH}/confirm`, { body: { password: PASSWORD } });
    const confirmedAt = async (session: typeof one) => (await session.call<SessionView>('GET', PATH)).body.confirmedAt;
    expect(await confirmedAt(one)).toBe(api.clock.now().toISOString());
    expect(await confirmedAt(other)).toBe(before);
  });
});

describe('DELETE /app/session', () => {
  it('401 without a session', async () => {
    expect((await api.call('DELETE', PATH)).status).toBe(401);
  });

  it('204 ends it and clears the cookie; other sessions stay', async () => {
    const [one, other] = [await world.signIn(member), await world.signIn(member)];
    const answer = await one.call('DELETE', PATH);
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toMatch(/^billhook_session=; .*Expires=Thu, 01 Jan 1970/);
    expect((await one.call('GET', PATH)).status).toBe(401);
    expect((await other.call('GET', PATH)).status).toBe(200);
    expect(await actions()).toEqual(['session.started', 'session.started', 'session.ended']);
  });
});

describe('a request from another site', () => {
  it.each([
    ['says so', { 'sec-fetch-site': 'cross-site' }, 403],
    ['comes from a neighbour host', { 'sec-fetch-site': 'same-site' }, 403],
    ['claims an origin of its own beside Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site', origin: 'SELF' }, 403],
    ['has a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['has the same host on another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['hides its Origin', { origin: 'null' }, 403],
    ['is ours by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin', origin: 'SELF' }, 204],
    ['was typed by the person', { 'sec-fetch-site': 'none' }, 204],
    ['is ours by Origin', { origin: 'SELF' }, 204],
    ['is no browser', {}, 204],
  ])('that %s', async (_, sent, status) => {
    const session = await world.signIn(member);
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, value.replace('SELF', api.url)]),
    );
    const answer = await session.call<ProblemView>('DELETE', PATH, { headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.code).toBe('cross_site');
    expect((await session.call('GET', PATH)).status).toBe(status === 403 ? 200 : 401);
  });

  it('403 at the sign-in as well, and on every surface with cookies', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await signIn({ email: member.email, password: PASSWORD }, headers)).status).toBe(403);
    for (const path of ['/app/api-keys', '/app/nothing', '/portal/api/webhook-endpoints']) {
      expect(await api.call('POST', path, { body: {}, headers })).toMatchObject({
        status: 403,
        body: { code: 'cross_site' },
      });
    }
    // Reading changes nothing, and another site cannot read the response.
    const session = await world.signIn(member);
    expect((await session.call('GET', PATH, { headers })).status).toBe(200);
  });
});
