import type { SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { EndedSessions, SessionList } from '@billhook/contract/identity/session';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { systemActor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { PasswordResetService } from '../../src/identity/account/password-reset.service.js';
import { SessionsService } from '../../src/identity/sessions/sessions.service.js';
import { TestApi, type Answer, type Call } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { oneBehindTheOther } from '../support/concurrent-changes.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/sessions';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0';

let api: TestApi;
let other: TestApi;
let world: World;
let member: SeededMember;

beforeAll(async () => {
  api = await TestApi.start();
  other = await TestApi.beside(api);
  world = new World(api);
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});
beforeEach(async () => {
  await world.forgetAttempts();
  member = await world.member(await world.company());
});
afterEach(() => api.clock.set(new Date()));

const signIn = (headers?: Call['headers'], on = api): Promise<Answer<ProblemView>> =>
  on.call('POST', '/app/session', { body: { email: member.email, password: PASSWORD }, headers });

async function session(userAgent?: string): Promise<SessionCaller> {
  const answer = await signIn(userAgent === undefined ? {} : { 'user-agent': userAgent });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    cookie,
    call: (method, path, call) => api.call(method, path, { ...call, headers: { cookie, ...call?.headers } }),
  };
}

const list = async (by: SessionCaller): Promise<SessionList['data']> =>
  (await by.call<SessionList>('GET', PATH)).body.data;
const elsewhere = async ({ cookie }: SessionCaller): Promise<number> =>
  (await other.call('GET', '/app/session', { headers: { cookie } })).status;

describe('/app/sessions', () => {
  it('401 without a session', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/1/end'],
      ['POST', '/end-others'],
    ] as const) {
      expect((await api.call(method, PATH + path)).body).toMatchObject({ status: 401, code: 'session_missing' });
    }
  });

  it('404 for a session of another account, an ended one, and an unknown one', async () => {
    const mine = await session();
    const theirs = await world.signIn(await world.member(member.companyId));
    const [{ id } = { id: 0 }] = await list(theirs);
    for (const unknown of [id, 999_999, 'x', '0']) {
      expect((await mine.call('POST', `${PATH}/${unknown}/end`)).body).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
    expect(await elsewhere(theirs)).toBe(200);
    const idle = await list(mine);
    await session();
    api.clock.advance(120 * MINUTE);
    const later = await session();
    expect((await later.call('POST', `${PATH}/${idle[0]?.id}/end`)).status).toBe(404);
  });

  it('200: all active ones, this one first, with company and browser', async () => {
    const first = await session(SAFARI);
    api.clock.advance(5 * MINUTE);
    await session(EDGE);
    api.clock.advance(5 * MINUTE);
    await session('curl/8.14.1');
    expect(await list(first)).toEqual([
      {
        id: expect.any(Number),
        current: true,
        company: { id: member.companyId, name: expect.stringContaining('Company') },
        createdAt: new Date(api.clock.now().getTime() - 10 * MINUTE).toISOString(),
        lastSeenAt: api.clock.now().toISOString(),
        expiresAt: new Date(api.clock.now().getTime() - 10 * MINUTE + 168 * HOUR).toISOString(),
        ip: '127.0.0.1',
        userAgent: SAFARI,
        browser: 'Safari 18',
        system: 'iOS',
      },
      expect.objectContaining({ current: false, userAgent: 'curl/8.14.1', system: null }),
      expect.objectContaining({ current: false, browser: 'Microsoft Edge 138', system: 'Windows' }),
    ]);
    // Ended sessions are not listed: one of 120 minutes ago, and one in a company that deactivated the member.
    api.clock.advance(111 * MINUTE);
    expect(await list(first)).toHaveLength(3);
    api.clock.advance(5 * MINUTE);
    expect(await list(first)).toHaveLength(2);
    expect((await list(first)).map(({ userAgent }) => userAgent)).toEqual([SAFARI, 'curl/8.14.1']);
  });

  it('204: ends one in every process, with an audit entry', async () => {
    const [mine, lost] = [await session(FIREFOX), await session(SAFARI)];
    const row = (await list(mine)).find(({ current }) => !current);
    expect(await elsewhere(lost)).toBe(200);
    expect((await mine.call('POST', `${PATH}/${row?.id}/end`)).status).toBe(204);
    expect(await elsewhere(lost)).toBe(401);
    expect(await elsewhere(mine)).toBe(200);
    expect(await auditOf(api, member.companyId, 'session.ended')).toMatchObject([
      { memberId: member.id, target: `session ${row?.id}`, details: { userAgent: SAFARI } },
    ]);
  });

  it('200: ends all others', async () => {
    const [mine, ...others] = [await session(FIREFOX), await session(SAFARI), await session(EDGE)];
    const [stranger] = [await world.signIn(await world.member(member.companyId))];
    expect((await mine.call<EndedSessions>('POST', `${PATH}/end-others`)).body).toEqual({ ended: 2 });
    for (const ended of others) expect(await elsewhere(ended)).toBe(401);
    for (const left of [mine, stranger]) expect(await elsewhere(left)).toBe(200);
    expect((await mine.call<EndedSessions>('POST', `${PATH}/end-others`)).body).toEqual({ ended: 0 });
  });
});

describe('a session ends with the next request, also in another process', () => {
  it.each(['Deactivated', 'Removed'] as const)('of a member who is %s', async (status) => {
    const mine = await session();
    expect(await elsewhere(mine)).toBe(200);
    await world.change(member, { status });
    expect(await elsewhere(mine)).toBe(401);
    expect((await signIn()).status).toBe(401);
  });

  it('when it is signed out', async () => {
    const mine = await session();
    await mine.call('DELETE', '/app/session');
    expect(await elsewhere(mine)).toBe(401);
  });
});

describe('a sign-in during a change of its credentials', () => {
  const newPassword = 'tangerine otter umbrella quartz';
  type Change = () => Promise<Answer<unknown>>;
  type Prepare = (mine: SessionCaller) => Promise<Change>;
  const changes: Readonly<Record<string, Prepare>> = {
    'a new password': async (mine) => () =>
      mine.call('POST', '/app/account/password', { body: { currentPassword: PASSWORD, newPassword } }),
    'a new password by a link': async () => {
      const account = await api.app.get(AccountsRepository).findByEmail(member.email);
      if (!account) throw new Error('there is no account');
      const { url } = await api.app.get(PasswordResetService).linkFor(account);
      const body = { token: new URL(url).hash.slice(1), password: newPassword };
      return () => api.call('POST', '/app/password-reset/complete', { body });
    },
    deactivation: async () => {
      const admin = await world.signIn(await world.member(member.companyId));
      return () => admin.call('POST', `/app/members/${member.id}/deactivate`);
    },
  };
  const secondFactor: Prepare = async (mine) => {
    const { secret } = (await mine.call<SecondFactorSetup>('POST', '/app/account/second-factor')).body;
    const code = new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() });
    return () => mine.call('POST', '/app/account/second-factor/confirm', { body: { code } });
  };
  const signIns = [0, 1, 2].map((n) => () => signIn({}, n % 2 ? other : api));
  const inLine = (works: readonly Change[]) =>
    oneBehindTheOther(
      api,
      (tx) => api.app.get(AuditLog).record(tx, systemActor(member.companyId), 'company.updated', null),
      works,
    );

  it.each(Object.entries({ ...changes, 'a second factor': secondFactor }))(
    'is rejected after it: %s',
    async (_, prepare) => {
      const change = await prepare(await session());
      const [changed, ...answers] = await inLine([change, ...signIns]);
      expect(changed?.status).toBeLessThan(300);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      for (const { headers } of answers) expect(headers.get('set-cookie')).toBeNull();
      // A reactivated member has none of them either: only that of the request is left, if any.
      expect(await api.app.get(SessionsService).count(member.id)).toBeLessThanOrEqual(1);
    },
  );

  it.each(Object.entries(changes))('is signed out by it: %s', async (_, prepare) => {
    const change = await prepare(await session());
    const answers = await inLine([...signIns, change]);
    expect(answers.at(-1)?.status).toBeLessThan(300);
    for (const { headers } of answers.slice(0, -1)) {
      const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
      expect((await other.call('GET', '/app/session', { headers: { cookie } })).status).toBe(401);
    }
    expect(await api.app.get(SessionsService).count(member.id)).toBeLessThanOrEqual(1);
  });
});

describe('the cookie if the service uses https', () => {
  let secure: TestApi;
  beforeAll(async () => {
    secure = await TestApi.beside(api, { PUBLIC_URL: 'https://billhook.example' });
  });
  afterAll(() => secure.stop());

  it('is bound to this host by its name, and cleared under the same rules', async () => {
    const answer = await signIn({}, secure);
    const [pair = '', ...flags] = answer.headers.get('set-cookie')?.split('; ') ?? [];
    expect(pair).toMatch(/^__Host-billhook_session=[0-9A-Za-z]{43}$/);
    expect(flags.filter((flag) => !flag.startsWith('Expires=')).sort()).toEqual([
      'HttpOnly',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const headers = { cookie: pair };
    expect((await secure.call('GET', '/app/session', { headers })).status).toBe(200);
    const out = await secure.call('DELETE', '/app/session', { headers });
    expect(out.headers.get('set-cookie')).toMatch(
      /^__Host-billhook_session=; Path=\/; Expires=Thu, 01 Jan 1970.*Secure/,
    );
    expect((await secure.call('GET', '/app/session', { headers })).status).toBe(401);
  });

  it('is not accepted under the name of the other', async () => {
    const id = (await signIn({}, secure)).headers.get('set-cookie')?.split(';')[0]?.split('=')[1] ?? '';
    const get = async (on: TestApi, cookie: string) =>
      (await on.call('GET', '/app/session', { headers: { cookie } })).status;
    expect(await get(secure, `billhook_session=${id}`)).toBe(401);
    expect(await get(api, `__Host-billhook_session=${id}`)).toBe(401);
    expect(await get(api, `billhook_session=${id}`)).toBe(200);
  });

  it('of the portal has no host prefix, because it has a path', async () => {
    const cookie = (await signIn({}, secure)).headers.get('set-cookie')?.split(';')[0] ?? '';
    const link = await secure.call<{ url: string }>('POST', '/app/webhook-portal-links', { headers: { cookie } });
    const { pathname, search } = new URL(link.body.url);
    const opened = await secure.call('GET', pathname + search);
    expect(opened.headers.get('set-cookie')).toMatch(/^__Secure-billhook_portal=[^;]+; Path=\/portal; .*Secure/);
    const portal = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const get = (value: string) => secure.call('GET', '/portal/api/session', { headers: { cookie: value } });
    expect((await get(portal)).status).toBe(200);
    expect((await get(portal.replace('__Secure-', ''))).status).toBe(401);
  });
});

describe('a request from a page of another site', () => {
  const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
  const PUBLIC = ['/app/session', '/app/password-reset', '/app/password-reset/complete'];

  it.each(FORMS)('as a form of %s is rejected, even without an origin', async (type) => {
    const mine = await session();
    const raw = JSON.stringify({ password: PASSWORD });
    for (const path of [...PUBLIC, '/app/session/confirm']) {
      const answer = await mine.call<ProblemView>('POST', path, { raw, headers: { 'content-type': type } });
      expect(answer.body).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    }
  });

  it.each([
    ['by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['by Sec-Fetch-Site, from a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['by a foreign Origin', { origin: 'https://evil.example' }],
    ['by no Origin', { origin: 'null' }],
  ])('is rejected %s, also without a session: it could sign a person in as another', async (_, headers) => {
    const body = { email: member.email, password: PASSWORD, token: 'none' };
    for (const path of [...PUBLIC, '/app/invitations/accept']) {
      expect((await api.call('POST', path, { body, headers })).body).toMatchObject({
        status: 403,
        code: 'cross_site',
      });
    }
    expect(await auditOf(api, member.companyId)).toEqual([]);
  });

  it('is not valid with the credential of another surface', async () => {
    const mine = await session();
    const key = await world.key({ member });
    expect((await mine.call('GET', '/v1/me')).body).toMatchObject({ status: 401, code: 'credential_missing' });
    expect((await key.call('GET', PATH)).body).toMatchObject({ status: 401, code: 'wrong_credential' });
    const both = { cookie: mine.cookie, authorization: `Bearer ${key.secret}` };
    expect((await api.call('GET', PATH, { headers: both })).body).toMatchObject({ code: 'wrong_credential' });
    expect((await api.call('GET', '/v1/me', { headers: both })).status).toBe(200);
  });
});
