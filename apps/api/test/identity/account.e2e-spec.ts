import type { AccountView } from '@billhook/contract/identity/account';
import type { RecoveryCodes, SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { SessionView } from '@billhook/contract/identity/session';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { insertRow } from '@billhook/db/row';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { ROLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { Member } from '@billhook/identity/members/member.entity';
import { openBodies } from '@billhook/mail/sealed-bodies';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { Log, TestApi, type Answer } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from '../support/world.js';

const ACCOUNT = '/app/account';
const RESET = '/app/password-reset';
const NEW = 'tangerine otter umbrella quartz';
const MINUTE = 60_000;
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Billhook <billing@example.com>' };

const log = new Log();
let api: TestApi;
let other: TestApi;
let world: World;
let member: SeededMember;
let session: SessionCaller;

beforeAll(async () => {
  api = await TestApi.start(MAIL, log);
  other = await TestApi.beside(api, MAIL);
  world = new World(api);
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});
beforeEach(async () => {
  await world.forgetAttempts();
  member = await world.member(await world.company());
  session = await world.signIn(member);
});
afterEach(() => api.clock.set(new Date()));

const signIn = (password: string, code?: string): Promise<Answer<SessionView & ProblemView>> =>
  api.call('POST', '/app/session', { body: { email: member.email, password, code } });
const isAlive = async (caller: SessionCaller): Promise<boolean> => (await caller.call('GET', ACCOUNT)).status === 200;

/** Adds the member's account to a second company as well. */
async function joins(companyId: number): Promise<number> {
  return api.app.get(UnitOfWork).run(async (tx) => {
    const [row] = await tx.query<{ accountId: number }>({
      name: 'test_account_of',
      text: 'SELECT account_id AS "accountId" FROM members WHERE id = $1',
      values: [member.id],
    });
    const person = { kind: 'Person', status: 'Active', name: 'Ada', role: 'Owner' } as const;
    const unseen = { lastSeenAt: null, deactivatedWithCompany: false };
    const permissions = [...ROLE_PERMISSIONS.Owner];
    const [accountId, createdAt] = [row?.accountId ?? 0, api.clock.now()];
    return insertRow(tx, Member, { companyId, accountId, permissions, createdAt, ...person, ...unseen });
  });
}

/** The emails about the account, oldest first, each with its link. */
async function notices(): Promise<{ subject: string; link: string | undefined }[]> {
  const rows = await api.database.query<{ subject: string; sealed: string | null }>({
    name: 'test_account_notices',
    text: `SELECT subject, sealed FROM mails WHERE kind = 'Notice' AND recipients ? $1 ORDER BY id`,
    values: [member.email],
  });
  const secrets = api.app.get(AppSecrets);
  return rows.map(({ subject, sealed }) => ({
    subject,
    link: sealed ? /https?:\S*#bhw_\w+/.exec(openBodies(secrets, sealed).text)?.[0] : undefined,
  }));
}

describe('/app/account', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', ACCOUNT)).status).toBe(401);
    expect((await api.call('PATCH', ACCOUNT, { body: { name: 'Ada' } })).status).toBe(401);
  });

  it.each([
    ['a blank name', { name: ' ' }, '/name'],
    ['a language that no mail is in', { locale: 'de' }, '/locale'],
    ['an address', { email: 'ada@example.com' }, '/email'],
  ])('422 for %s', async (_, body, pointer) => {
    expect((await session.call('PATCH', ACCOUNT, { body })).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('200: name and language, with an audit entry; no entry if nothing changes', async () => {
    const before = (await session.call<AccountView>('GET', ACCOUNT)).body;
    expect(before).toMatchObject({ email: member.email, locale: 'en', secondFactor: null });
    for (let n = 0; n < 2; n++) {
      const { body } = await session.call('PATCH', ACCOUNT, { body: { name: 'Ada L.', locale: 'fr' } });
      expect(body).toEqual({ ...before, name: 'Ada L.', locale: 'fr' });
    }
    expect(await auditOf(api, member.companyId, 'account.updated')).toMatchObject([
      { details: { before: { name: before.name, locale: 'en' }, after: { name: 'Ada L.', locale: 'fr' } } },
    ]);
  });
});

describe('POST /app/account/password', () => {
  const change = (body: object, by = session) => by.call<ProblemView>('POST', `${ACCOUNT}/password`, { body });

  it('401 without a session, and for a wrong password, which counts like one at the sign-in', async () => {
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await api.call('POST', `${ACCOUNT}/password`, { body })).status).toBe(401);
    for (let n = 0; n < 5; n++) {
      expect((await change({ ...body, currentPassword: 'wrong' })).body).toMatchObject({ code: 'sign_in_failed' });
    }
    expect((await change(body)).body).toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect(await isAlive(session)).toBe(true);
  });

  it.each([
    ['a short one', () => 'elevenchars', 'too_small'],
    ['one that is tried first', () => 'Password2026!', 'password_common'],
    ['the address', () => member.email, 'password_personal'],
    ['the one of now', () => PASSWORD, 'password_unchanged'],
  ])('422 for %s', async (_, newPassword, code) => {
    const { body } = await change({ currentPassword: PASSWORD, newPassword: newPassword() });
    expect(body).toMatchObject({ status: 422, errors: [{ pointer: '/newPassword', code }] });
  });

  it('204: ends all other sessions in all processes and companies, and links; sends an email and writes an entry in each log', async () => {
    const second = await world.company();
    await joins(second);
    const elsewhere = await world.signIn(member);
    await api.call('POST', RESET, { body: { email: member.email } });
    expect((await change({ currentPassword: PASSWORD, newPassword: NEW })).status).toBe(204);
    expect(await isAlive(session)).toBe(true);
    expect((await other.call('GET', ACCOUNT, { headers: { cookie: elsewhere.cookie } })).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW)).status).toBe(201);
    const [asked, notice] = await notices();
    expect((await complete(asked?.link)).status).toBe(401);
    expect(notice?.subject).toMatch(/password/i);
    for (const companyId of [member.companyId, second]) {
      expect(await auditOf(api, companyId, 'account.password_changed')).toMatchObject([
        { details: { sessionsEnded: 1 } },
      ]);
    }
  });
});

const complete = (link: string | undefined, password = NEW, on = api): Promise<Answer<ProblemView>> =>
  on.call('POST', `${RESET}/complete`, { body: { token: link?.split('#')[1] ?? 'none', password } });

describe('a forgotten password', () => {
  const ask = (email = member.email) => api.call('POST', RESET, { body: { email } });
  const link = async (): Promise<string | undefined> => (await notices()).at(-1)?.link;

  it('202 for a known, an unknown and a deactivated account alike; only the first gets an email', async () => {
    const gone = await world.member(member.companyId);
    await world.change(gone, { status: 'Deactivated' });
    const answers = [];
    const took: number[] = [];
    for (const email of [member.email.toUpperCase(), 'nobody@example.com', gone.email]) {
      const start = performance.now();
      answers.push(await ask(email));
      took.push(performance.now() - start);
    }
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 202, text: '' });
    expect(Math.min(...took)).toBeGreaterThanOrEqual(199);
    const mailed = await api.database.query<{ to: string }>({
      name: 'test_resets',
      text: `SELECT recipients->>0 AS to FROM mails WHERE sealed IS NOT NULL AND recipients ?| $1`,
      values: [[member.email, gone.email, 'nobody@example.com']],
    });
    expect(mailed).toEqual([{ to: member.email }]);
  });

  it('202 without effect for the sixth within an hour; 429 for an address that requests many', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
    expect(await notices()).toHaveLength(5);
    expect((await complete((await notices())[0]?.link)).status).toBe(204);
    const others = await Promise.all(Array.from({ length: 15 }, (_, n) => ask(`nobody${n}@example.com`)));
    expect(others.map(({ status }) => status).sort()).toEqual([...Array(14).fill(202), 429]);
  });

  it('writes an audit entry without an actor, but with the address, in each company when a link is created', async () => {
    const second = await world.company();
    await joins(second);
    await ask();
    await ask('nobody@example.com');
    for (const companyId of [member.companyId, second]) {
      expect(await auditOf(api, companyId, 'account.password_reset_requested')).toMatchObject([
        { actorKind: 'system', memberId: null, target: expect.stringMatching(/^member \d+$/), ip: '127.0.0.1' },
      ]);
    }
  });

  it('401 for a wrong link or one older than an hour, which is neither in the database nor in the log', async () => {
    await ask();
    const sent = await link();
    const token = sent?.split('#')[1] ?? '';
    expect(sent).toBe(`http://localhost:3000/settings/reset-password#${token}`);
    expect(await tablesHolding(api, token)).toEqual([]);
    expect((await complete(`${sent}x`)).body).toMatchObject({ status: 401, code: 'reset_link_invalid' });
    api.clock.advance(60 * MINUTE);
    expect((await complete(sent)).body).toMatchObject({ status: 401, code: 'reset_link_invalid' });
    expect(log.text).not.toContain(token);
    expect(log.text).not.toContain(NEW);
  });

  it('422 keeps the link valid', async () => {
    await ask();
    expect((await complete(await link(), 'motdepasse12')).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/password', code: 'password_common' }],
    });
    expect((await complete(await link())).status).toBe(204);
  });

  it('204 once for simultaneous requests to two processes; ends all sessions and the throttling of the person', async () => {
    await ask();
    await ask();
    const [first, second] = await notices();
    for (let n = 0; n < 5; n++) await signIn('wrong');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => complete(second?.link, `${NEW} ${n}`, n % 2 ? api : other)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401, 401, 401]);
    expect((await complete(first?.link)).status).toBe(401);
    expect(await isAlive(session)).toBe(false);
    const set = answers.findIndex(({ status }) => status === 204);
    expect((await signIn(`${NEW} ${set}`)).status).toBe(201);
    expect(await auditOf(api, member.companyId, 'account.password_reset')).toHaveLength(1);
  });

  it('keeps two-factor authentication', async () => {
    const factor = `${ACCOUNT}/second-factor`;
    const { secret } = (await session.call<SecondFactorSetup>('POST', factor)).body;
    const code = (): string => new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() });
    const set = await session.call<RecoveryCodes>('POST', `${factor}/confirm`, { body: { code: code() } });
    expect(set.status).toBe(200);
    await ask();
    expect((await complete(await link())).status).toBe(204);
    expect((await signIn(NEW)).body.code).toBe('second_factor_required');
    api.clock.advance(MINUTE);
    expect((await signIn(NEW, code())).status).toBe(201);
  });

  it('is left to the operator without a mail server, as the sign-in page shows', async () => {
    const quiet = await TestApi.beside(api);
    try {
      expect((await quiet.call('GET', '/app/sign-in-options')).body).toEqual({ isSetUp: true, sendsMail: false });
      expect((await quiet.call('POST', RESET, { body: { email: member.email } })).status).toBe(202);
      expect(await notices()).toEqual([]);
      expect((await api.call('GET', '/app/sign-in-options')).body).toEqual({ isSetUp: true, sendsMail: true });
    } finally {
      await quiet.stop();
    }
  });
});
