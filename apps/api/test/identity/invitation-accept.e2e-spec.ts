import type { MemberView } from '@billhook/contract/identity/member';
import type { SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { SessionList, SessionView } from '@billhook/contract/identity/session';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { Tx } from '@billhook/db/unit-of-work';
import { systemActor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { TestApi, type Answer } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { allAtOnce, oneBehindTheOther } from '../support/concurrent-changes.js';
import { Invitations, newAddress, outcomeOf, type Accepted } from '../support/invitations.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, type SeededMember, type SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
const invitations = new Invitations(api);
let owner: SeededMember;
let session: SessionCaller;
let email: string;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.signIn(owner);
  email = newAddress();
});
afterEach(() => api.clock.set(new Date()));

const invite = (more: object = {}, by = session) => invitations.invite(by, email, more);
const look = (token: string) => invitations.look(token);
const accept = (token: string, more: object = {}, on = api): Promise<Accepted> => invitations.accept(token, more, on);

describe('POST /app/invitations/accept', () => {
  it.each([
    ['a short password', { password: 'too short' }, 'password_too_short'],
    ['a password that everyone tries', { password: 'password1234567' }, 'password_common'],
    ['the address as password', () => ({ password: email.toLowerCase() }), 'password_personal'],
  ])('422 for %s, and the invitation stays valid', async (_, more, code) => {
    const { token } = await invite();
    const answer = await accept(token, typeof more === 'function' ? more() : more);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/password', code }] });
    expect((await look(token)).status).toBe(200);
  });

  it('201 for a new address: an account, a member, a session and its cookie; the password works', async () => {
    const { id, token } = await invite({ permissions: ['client.read', 'api_key.create'], locale: 'fr' });
    expect((await look(token)).body).toEqual({
      company: expect.stringMatching(/^Company /),
      invitedBy: 'Test Person',
      email,
      name: 'Ines Carvalho',
      role: 'Accountant',
      hasAccount: false,
      isFirstMember: false,
      expiresAt: expect.any(String),
    });
    const answer = await accept(token, { name: 'Inês Carvalho' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      member: {
        name: 'Inês Carvalho',
        email,
        role: 'Accountant',
        permissions: ['client.read', 'api_key.create'],
        locale: 'fr',
      },
      company: { id: owner.companyId },
    });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await api.call('GET', '/app/session', { headers: { cookie } })).status).toBe(200);
    const memberId = answer.body.member.id;
    await world.signIn({ email: email.toLowerCase() });
    expect((await session.call<MemberView>('GET', `/app/members/${memberId}`)).body).toMatchObject({
      kind: 'Person',
      tailored: true,
      secondFactor: false,
    });
    expect(await tablesHolding(api, PASSWORD)).toEqual([]);
    const log = (await auditOf(api, owner.companyId)).slice(-3);
    expect(log).toMatchObject([
      { action: 'invitation.accepted', actor: `member ${email}`, target: `invitation ${id}` },
      { action: 'session.started' },
      { action: 'session.started' },
    ]);
  });

  it('201 for an address with an account, by its password; a member of both companies afterwards', async () => {
    const person = await world.member(await world.company(), { role: 'Sales' });
    const { token } = await invitations.invite(session, person.email.toUpperCase());
    expect((await look(token)).body).toMatchObject({ hasAccount: true });
    expect(outcomeOf(await accept(token, { password: 'some other password' }))).toBe('401 sign_in_failed');
    const answer = await accept(token);
    expect(answer.status).toBe(201);
    expect(answer.body.member.id).not.toBe(person.id);
    expect(answer.body.companies).toHaveLength(2);
    expect(answer.body.companies.map(({ memberId }) => memberId)).toContain(person.id);
  });

  it('201 for an account with two-factor authentication by password and code, not by the password alone', async () => {
    const person = await world.member(await world.company());
    const browser = await world.signIn(person);
    const { body } = await browser.call<SecondFactorSetup>('POST', '/app/account/second-factor');
    const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: body.secret });
    const code = (): string => totp.generate({ timestamp: api.clock.now().getTime() });
    await browser.call('POST', '/app/account/second-factor/confirm', { body: { code: code() } });
    const { token } = await invitations.invite(session, person.email);
    expect(outcomeOf(await accept(token))).toBe('401 second_factor_required');
    expect(outcomeOf(await accept(token, { code: '000000' }))).toBe('401 second_factor_wrong');
    api.clock.advance(60_000);
    expect(outcomeOf(await accept(token, { code: code() }))).toBe('201');
  });

  it('201 for a removed member: a new member, and the old one stays removed', async () => {
    const person = await world.member(owner.companyId);
    const key = await world.key({ member: person });
    await session.call('POST', `/app/members/${person.id}/remove`);
    const { token } = await invitations.invite(session, person.email, { role: 'Owner' });
    const answer = await accept(token);
    expect(answer.body.member.id).toBeGreaterThan(person.id);
    expect(answer.body.companies).toHaveLength(1);
    expect((await session.call('GET', `/app/members/${person.id}`)).body).toMatchObject({ status: 'Removed' });
    expect((await key.call('GET', '/v1/me')).body).toMatchObject({ code: 'key_revoked' });
  });

  it('201 once: of two parallel requests to two processes, one succeeds', async () => {
    const second = await TestApi.beside(api);
    try {
      const { token } = await invite();
      const works = [() => accept(token), () => accept(token, {}, second)];
      const answers = await allAtOnce(api, owner.companyId, works);
      expect(answers.map(outcomeOf).sort()).toEqual(['201', '401 invitation_invalid']);
      const { body } = await session.call<{ data: MemberView[] }>('GET', '/app/members');
      expect(body.data.filter((member) => member.email === email)).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });

  it('201 for both of two companies that invite the same new address in parallel: one account', async () => {
    const other = await world.signIn(await world.member(await world.company()));
    const tokens = [(await invite()).token, (await invite({}, other)).token];
    const answers = await Promise.all(tokens.map((token) => accept(token)));
    expect(answers.map(outcomeOf)).toEqual(['201', '201']);
    const accounts = await api.database.query<{ count: number }>({
      name: 'test_accounts',
      text: 'SELECT count(*)::int AS count FROM accounts WHERE lower(email) = lower($1)',
      values: [email],
    });
    expect(accounts).toEqual([{ count: 1 }]);
  });

  it('429 for guessing the password of an account, or tokens', async () => {
    const person = await world.member(await world.company());
    const { token } = await invitations.invite(session, person.email);
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(outcomeOf(await accept(token, { password: `wrong number ${n}` })));
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '401 sign_in_failed'));
    expect(answers[5]).toBe('429 too_many_attempts');
    // In their company, like a wrong password at the sign-in.
    expect(await auditOf(api, person.companyId, 'session.failed')).toMatchObject(
      Array.from({ length: 5 }, () => ({ memberId: person.id, details: { reason: 'sign_in_failed' } })),
    );
  });
});

describe('POST /app/session/company', () => {
  const change = (memberId: unknown, cookie: string, on = api) =>
    on.call<SessionView & ProblemView>('POST', '/app/session/company', { body: { memberId }, headers: { cookie } });
  const cookieOf = (answer: Answer<unknown>): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = (cookie: string, on = api) => on.call<SessionView>('GET', '/app/session', { headers: { cookie } });

  /** A person in two companies, signed in to one of them. */
  async function ofTwo() {
    const person = await world.member(await world.company());
    const first = await world.signIn(person);
    const { token } = await invitations.invite(session, person.email);
    return { person, first, other: (await accept(token)).body.member.id };
  }

  it('401 without a session; 422 without a member', async () => {
    expect((await change(1, '')).status).toBe(401);
    expect((await change('1', session.cookie)).body).toMatchObject({ status: 422, errors: [{ pointer: '/memberId' }] });
  });

  it('404 without an active membership of this account, and the session stays', async () => {
    const { first, other } = await ofTwo();
    const stranger = await world.member(owner.companyId);
    for (const id of [stranger.id, 999_999_999]) expect((await change(id, first.cookie)).status).toBe(404);
    await session.call('POST', `/app/members/${other}/deactivate`);
    expect((await change(other, first.cookie)).status).toBe(404);
    await session.call('POST', `/app/members/${other}/remove`);
    expect((await change(other, first.cookie)).status).toBe(404);
    expect((await get(first.cookie)).status).toBe(200);
  });

  it('200: a new session in the other company with the same end; the old one ends in every process', async () => {
    const second = await TestApi.beside(api);
    try {
      const { person, first, other } = await ofTwo();
      const before = (await get(first.cookie)).body;
      api.clock.advance(60_000);
      const answer = await change(other, first.cookie);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        member: { id: other, email: person.email },
        company: { id: owner.companyId },
        confirmedAt: before.confirmedAt,
        expiresAt: before.expiresAt,
      });
      expect(answer.body.id).not.toBe(before.id);
      const cookie = cookieOf(answer);
      expect(cookie).not.toBe(first.cookie);
      for (const on of [api, second]) {
        expect((await get(first.cookie, on)).status).toBe(401);
        expect((await get(cookie, on)).body.company.id).toBe(owner.companyId);
      }
      expect((await auditOf(api, person.companyId)).at(-1)).toMatchObject({ action: 'session.ended' });
      expect((await auditOf(api, owner.companyId)).at(-1)).toMatchObject({ action: 'session.started' });

      const back = await change(person.id, cookie);
      expect(back.body).toMatchObject({ company: { id: person.companyId }, expiresAt: before.expiresAt });
      // The next sign-in opens the last company.
      await change(other, cookieOf(back));
      const again = await api.call<SessionView>('POST', '/app/session', {
        body: { email: person.email, password: PASSWORD },
      });
      expect(again.body.company.id).toBe(owner.companyId);
    } finally {
      await second.stop();
    }
  });

  it('ends with all other sessions, also during the switch', async () => {
    const { person, first, other } = await ofTwo();
    const mine = await world.signIn(person);
    const hold = (tx: Tx) => api.app.get(AuditLog).record(tx, systemActor(person.companyId), 'company.updated', null);
    await oneBehindTheOther<Answer<unknown>>(api, hold, [
      () => change(other, first.cookie),
      () => mine.call('POST', '/app/sessions/end-others'),
    ]);
    expect((await mine.call<SessionList>('GET', '/app/sessions')).body.data).toMatchObject([{ current: true }]);
  });

  it('is the company of the next sign-in, even after every session has ended', async () => {
    const { person, first, other } = await ofTwo();
    const cookie = cookieOf(await change(other, first.cookie));
    await api.call('DELETE', '/app/session', { headers: { cookie } });
    const again = await world.signIn(person);
    expect((await again.call<SessionView>('GET', '/app/session')).body.company.id).toBe(owner.companyId);
    // A sign-in never opens a company whose member is deactivated.
    await session.call('POST', `/app/members/${other}/deactivate`);
    const last = await world.signIn(person);
    expect((await last.call<SessionView>('GET', '/app/session')).body.company.id).toBe(person.companyId);
  });

  it('succeeds once for two parallel requests with one cookie', async () => {
    const { first, other } = await ofTwo();
    const answers = await Promise.all([change(other, first.cookie), change(other, first.cookie)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});
