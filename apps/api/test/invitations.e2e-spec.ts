import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InvitationView, MemberView, OpenedInvitation, SentInvitation } from '@billhook/contract/member';
import type { ProblemView } from '@billhook/contract/problem';
import type { SecondFactorSetup } from '@billhook/contract/second-factor';
import type { SessionView } from '@billhook/contract/session';
import { presetOf } from '@billhook/domain/members';
import { ALL_PERMISSIONS, type Permission } from '@billhook/domain/permissions';
import { randomText } from '@billhook/platform/ids';
import { TOTP } from 'otpauth';
import { TestApi, type Answer } from './support/api.js';
import { allAtOnce } from './support/line.js';
import { auditOf, tablesHolding } from './support/rows.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from './support/world.js';

const PATH = '/app/invitations';
const DAY = 86_400_000;

let api: TestApi;
let world: World;
let owner: SeededMember;
let session: SessionCaller;
let email: string;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  email = `Invited.${randomText(8)}@example.com`;
});
afterEach(() => api.clock.set(new Date()));

const without = (...names: Permission[]): Permission[] => ALL_PERMISSIONS.filter((p) => !names.includes(p));

const send = (more: object = {}, by = session) =>
  by.call<SentInvitation & ProblemView>('POST', PATH, {
    body: { email, name: 'Ines Carvalho', role: 'Accountant', ...more },
  });
const act = (id: number, action: string, by = session) =>
  by.call<SentInvitation & InvitationView & ProblemView>('POST', `${PATH}/${id}/${action}`);
const list = async (by = session): Promise<InvitationView[]> =>
  (await by.call<{ data: InvitationView[] }>('GET', PATH)).body.data;

const tokenOf = ({ url }: SentInvitation): string => new URL(url ?? '').hash.slice(1);

/** An invitation by the owner, or by somebody else, and its token. */
async function invite(more: object = {}, by = session): Promise<{ id: number; token: string }> {
  const { body } = await send(more, by);
  return { id: body.invitation.id, token: tokenOf(body) };
}

const look = (token: string) => api.call<OpenedInvitation & ProblemView>('POST', `${PATH}/look`, { body: { token } });
const accept = (token: string, more: object = {}, on = api): Promise<Answer<SessionView & ProblemView>> =>
  on.call<SessionView & ProblemView>('POST', `${PATH}/accept`, { body: { token, password: PASSWORD, ...more } });
const told = ({ status, body }: Answer<ProblemView>): string => `${status} ${body.code ?? ''}`.trim();

async function expectVoid(token: string): Promise<void> {
  expect(told(await look(token))).toBe('401 invitation_invalid');
  expect(told(await accept(token))).toBe('401 invitation_invalid');
}

describe('the routes of whoever invites', () => {
  it.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', '/:id'],
    ['POST', '/:id/resend'],
    ['POST', '/:id/withdraw'],
  ])('%s %s: 401, 403, and 404 alike for an invitation of another company', async (method, rest) => {
    const { id, token } = await invite();
    const path = PATH + rest.replace(':id', `${id}`);
    expect((await api.call(method, path)).status).toBe(401);
    const by = await world.session(await world.member(owner.companyId, { permissions: without('member.manage') }));
    expect(await by.call(method, path)).toMatchObject({ status: 403, body: { missing: ['member.manage'] } });
    const stranger = await world.session(await world.member(await world.company()));
    if (rest.startsWith('/')) expect((await stranger.call(method, path)).status).toBe(404);
    expect((await stranger.call<{ data: unknown[] }>('GET', PATH)).body.data).toEqual([]);
    expect((await look(token)).status).toBe(200);
  });
});

describe('POST /app/invitations', () => {
  it.each<[string, object, string]>([
    ['no address', { email: undefined }, '/email'],
    ['what is no address', { email: 'ines' }, '/email'],
    ['a blank name', { name: ' ' }, '/name'],
    ['an unknown role', { role: 'Boss' }, '/role'],
    ['an unknown language', { locale: 'de' }, '/locale'],
  ])('422 for %s', async (_, more, pointer) => {
    expect((await send(more)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('422 for what the inviter does not hold, by name or by role', async () => {
    const inviter = await world.member(owner.companyId, { permissions: without('audit.read') });
    const by = await world.session(inviter);
    const named = await send({ permissions: ['client.read', 'audit.read'] }, by);
    expect(named.body).toMatchObject({ status: 422, errors: [{ pointer: '/permissions/1', code: 'not_held' }] });
    expect((await send({ role: 'Owner' }, by)).body).toMatchObject({
      errors: [{ pointer: '/role', code: 'not_held' }],
    });
    expect(await list()).toEqual([]);
  });

  it('409 already_member, whatever the case of the address, and also for one who is deactivated', async () => {
    const colleague = await world.member(owner.companyId);
    for (const status of ['Active', 'Deactivated'] as const) {
      await world.change(colleague, { status });
      const answer = await send({ email: colleague.email.toUpperCase() });
      expect(answer.body).toMatchObject({ status: 409, code: 'already_member', existingId: colleague.id });
    }
  });

  it('409 already_invited while it is open, of two at once as well; one that has expired makes way', async () => {
    const other = await world.session(await world.member(owner.companyId));
    const works = [session, other].map((by) => () => send({ email: email.toLowerCase() }, by));
    const answers = await allAtOnce(api, owner.companyId, works);
    expect(answers.map(told).sort()).toEqual(['201', '409 already_invited']);
    const [first] = await list();
    expect((await send()).body).toMatchObject({ code: 'already_invited', existingId: first?.id });
    api.clock.advance(7 * DAY);
    const again = await world.session(owner);
    expect((await send({}, again)).status).toBe(201);
    expect((await list(again)).map(({ status }) => status)).toEqual(['Open']);
  });

  it('201 without a mail server: the link, in this answer alone', async () => {
    const answer = await send();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const now = api.clock.now();
    expect(answer.body).toEqual({
      invitation: {
        id: expect.any(Number),
        email,
        name: 'Ines Carvalho',
        role: 'Accountant',
        permissions: presetOf('Person', 'Accountant'),
        status: 'Open',
        invitedBy: 'Test Person',
        usable: true,
        createdAt: now.toISOString(),
        sentAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + 7 * DAY).toISOString(),
      },
      mailed: false,
      url: expect.stringMatching(/^http:\/\/localhost:3000\/settings\/invitation#bhi_[0-9A-Za-z]{46}$/),
    });
    const { invitation } = answer.body;
    expect(await list()).toEqual([invitation]);
    expect((await session.call('GET', `${PATH}/${invitation.id}`)).body).toEqual(invitation);
    expect(await tablesHolding(api, tokenOf(answer.body))).toEqual([]);
    expect(await auditOf(api, owner.companyId, 'invitation.created')).toMatchObject([
      { target: `invitation ${invitation.id}`, details: { email, role: 'Accountant', mailed: false } },
    ]);
  });

  it('201 with a mail server: it goes out by mail, and no answer holds the link', async () => {
    const sending = await TestApi.beside(api, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Billhook <b@b.example>' });
    try {
      const by = await new World(sending).session(owner);
      const answer = await send({ locale: 'fr' }, by);
      expect(answer.body).toMatchObject({ mailed: true, url: null });
      expect(answer.text).not.toContain('bhi_');
      expect(await tablesHolding(api, 'bhi_')).toEqual([]);
      const mails = await api.database.query({
        name: 'test_invitation_mail',
        text: `SELECT status, locale, kind, sealed IS NOT NULL AS sealed FROM mails WHERE recipients = jsonb_build_array($1::text)`,
        values: [email],
      });
      expect(mails).toEqual([{ status: 'Pending', locale: 'fr', kind: 'Notice', sealed: true }]);
    } finally {
      await sending.stop();
    }
  });
});

describe('POST /app/invitations/{id}/resend and /withdraw', () => {
  it('403 to send again what gives more than one holds; withdrawing gives nobody anything', async () => {
    const { id, token } = await invite({ role: 'Owner' });
    const by = await world.session(await world.member(owner.companyId, { permissions: without('audit.read') }));
    expect((await act(id, 'resend', by)).body).toMatchObject({
      status: 403,
      code: 'member_holds_more',
      missing: ['audit.read'],
    });
    expect((await look(token)).status).toBe(200);
    expect((await act(id, 'withdraw', by)).body).toMatchObject({ status: 'Withdrawn', usable: false });
    await expectVoid(token);
  });

  it('200: a new link for another seven days, and the old one is dead', async () => {
    const { id, token } = await invite();
    api.clock.advance(8 * DAY);
    const again = await world.session(owner);
    expect((await list(again))[0]).toMatchObject({ status: 'Expired', usable: false });
    const resent = await act(id, 'resend', again);
    expect(resent.status).toBe(200);
    expect(resent.body.invitation).toMatchObject({
      status: 'Open',
      usable: true,
      sentAt: api.clock.now().toISOString(),
      expiresAt: new Date(api.clock.now().getTime() + 7 * DAY).toISOString(),
    });
    await expectVoid(token);
    expect((await look(tokenOf(resent.body))).body).toMatchObject({ email, name: 'Ines Carvalho', role: 'Accountant' });
    expect(await auditOf(api, owner.companyId, 'invitation.resent')).toMatchObject([{ target: `invitation ${id}` }]);
  });

  it('409 invitation_closed once it was withdrawn or accepted, and it is in the list no more', async () => {
    const withdrawn = await invite();
    await act(withdrawn.id, 'withdraw');
    const accepted = await invite();
    await accept(accepted.token);
    for (const { id } of [withdrawn, accepted]) {
      for (const action of ['resend', 'withdraw']) expect(told(await act(id, action))).toBe('409 invitation_closed');
    }
    expect(await list()).toEqual([]);
    expect(await auditOf(api, owner.companyId, 'invitation.withdrawn')).toHaveLength(1);
  });
});

describe('an invitation opens nothing', () => {
  it('that was used, withdrawn, has expired, or is made up: one answer', async () => {
    const used = await invite();
    await accept(used.token);
    const expired = await invite({ email: `x${email}` });
    api.clock.advance(7 * DAY - 1);
    expect((await look(expired.token)).status).toBe(200);
    api.clock.advance(1);
    const answers = [];
    for (const token of [used.token, expired.token, `bhi_${'x'.repeat(46)}`, 'rubbish']) {
      for (const answer of [await look(token), await accept(token)]) {
        answers.push({ status: answer.status, body: { ...answer.body, requestId: '', instance: '' } });
      }
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'invitation_invalid' } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it.each<[string, { permissions?: readonly Permission[]; status?: 'Deactivated' }]>([
    ['may invite no longer', { permissions: without('member.manage') }],
    ['holds less than it gives', { permissions: without('payment.write') }],
    ['is deactivated', { status: 'Deactivated' }],
  ])('while whoever sent it %s; sent again by somebody else, it does', async (_, change) => {
    const inviter = await world.member(owner.companyId);
    const { id, token } = await invite({}, await world.session(inviter));
    await world.change(inviter, change);
    await expectVoid(token);
    expect((await list())[0]).toMatchObject({ status: 'Open', usable: false });
    await world.change(inviter, { permissions: ALL_PERMISSIONS, status: 'Active' });
    expect((await look(token)).status).toBe(200);
    await world.change(inviter, change);
    const resent = await act(id, 'resend');
    expect((await accept(tokenOf(resent.body))).status).toBe(201);
  });

  it('that a removed administrator made out for himself', async () => {
    const inviter = await world.member(owner.companyId);
    const { token } = await invite({ role: 'Owner' }, await world.session(inviter));
    await session.call('POST', `/app/members/${inviter.id}/remove`);
    await expectVoid(token);
  });

  it('that is withdrawn in the moment in which it is accepted: one of the two comes first', async () => {
    const { id, token } = await invite();
    const works = [() => accept(token), () => act(id, 'withdraw')];
    const answers = (await allAtOnce<Answer<ProblemView>>(api, owner.companyId, works)).map(told);
    expect([
      ['201', '409 invitation_closed'],
      ['401 invitation_invalid', '200 Withdrawn'],
    ]).toContainEqual(answers.map((answer) => answer.replace('200', '200 Withdrawn')));
  });
});

describe('POST /app/invitations/accept', () => {
  it.each([
    ['a short password', { password: 'too short' }, 'password_too_short'],
    ['a password that everybody tries', { password: 'password1234567' }, 'password_common'],
    ['the address as password', () => ({ password: email.toLowerCase() }), 'password_personal'],
  ])('422 for %s, and the invitation stays open', async (_, more, code) => {
    const { token } = await invite();
    const answer = await accept(token, typeof more === 'function' ? more() : more);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/password', code }] });
    expect((await look(token)).status).toBe(200);
  });

  it('201 for a new address: an account, a member, a session and its cookie; the password signs in', async () => {
    const { id, token } = await invite({ permissions: ['client.read', 'api_key.create'], locale: 'fr' });
    expect((await look(token)).body).toEqual({
      company: expect.stringMatching(/^Company /),
      invitedBy: 'Test Person',
      email,
      name: 'Ines Carvalho',
      role: 'Accountant',
      hasAccount: false,
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
    await world.session({ id: memberId, companyId: owner.companyId, email: email.toLowerCase() });
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

  it('201 for an address with an account, by its password alone; it is a member of both companies then', async () => {
    const person = await world.member(await world.company(), { role: 'Sales' });
    const { token } = await invite({ email: person.email.toUpperCase() });
    expect((await look(token)).body).toMatchObject({ hasAccount: true });
    expect(told(await accept(token, { password: 'some other password' }))).toBe('401 sign_in_failed');
    const answer = await accept(token);
    expect(answer.status).toBe(201);
    expect(answer.body.member.id).not.toBe(person.id);
    expect(answer.body.companies).toHaveLength(2);
    expect(answer.body.companies.map(({ memberId }) => memberId)).toContain(person.id);
  });

  it('201 for an address with a second factor by password and code; by the password alone it opens nothing', async () => {
    const person = await world.member(await world.company());
    const browser = await world.session(person);
    const { body } = await browser.call<SecondFactorSetup>('POST', '/app/account/second-factor');
    const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: body.secret });
    const code = (): string => totp.generate({ timestamp: api.clock.now().getTime() });
    await browser.call('POST', '/app/account/second-factor/confirm', { body: { code: code() } });
    const { token } = await invite({ email: person.email });
    expect(told(await accept(token))).toBe('401 second_factor_required');
    expect(told(await accept(token, { code: '000000' }))).toBe('401 second_factor_wrong');
    api.clock.advance(60_000);
    expect(told(await accept(token, { code: code() }))).toBe('201');
  });

  it('201 for somebody who was removed: a new member, and the old one stays removed', async () => {
    const person = await world.member(owner.companyId);
    const key = await world.key({ member: person });
    await session.call('POST', `/app/members/${person.id}/remove`);
    const { token } = await invite({ email: person.email, role: 'Owner' });
    const answer = await accept(token);
    expect(answer.body.member.id).toBeGreaterThan(person.id);
    expect(answer.body.companies).toHaveLength(1);
    expect((await session.call('GET', `/app/members/${person.id}`)).body).toMatchObject({ status: 'Removed' });
    expect((await key.call('GET', '/v1/me')).body).toMatchObject({ code: 'key_revoked' });
  });

  it('201 once: of two at once, in two processes, one wins', async () => {
    const second = await TestApi.beside(api);
    try {
      const { token } = await invite();
      const works = [() => accept(token), () => accept(token, {}, second)];
      const answers = await allAtOnce(api, owner.companyId, works);
      expect(answers.map(told).sort()).toEqual(['201', '401 invitation_invalid']);
      const { body } = await session.call<{ data: MemberView[] }>('GET', '/app/members');
      expect(body.data.filter((member) => member.email === email)).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });

  it('201 for both of two companies that invite the same new address at once: one account', async () => {
    const other = await world.session(await world.member(await world.company()));
    const tokens = [(await invite()).token, (await invite({}, other)).token];
    const answers = await Promise.all(tokens.map((token) => accept(token)));
    expect(answers.map(told)).toEqual(['201', '201']);
    const accounts = await api.database.query<{ count: number }>({
      name: 'test_accounts',
      text: 'SELECT count(*)::int AS count FROM accounts WHERE lower(email) = lower($1)',
      values: [email],
    });
    expect(accounts).toEqual([{ count: 1 }]);
  });

  it('429 for whoever guesses at the password of an account, or at tokens', async () => {
    const person = await world.member(await world.company());
    const { token } = await invite({ email: person.email });
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(told(await accept(token, { password: `wrong number ${n}` })));
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '401 sign_in_failed'));
    expect(answers[5]).toBe('429 too_many_attempts');
  });
});

describe('POST /app/session/company', () => {
  const change = (memberId: unknown, cookie: string, on = api) =>
    on.call<SessionView & ProblemView>('POST', '/app/session/company', { body: { memberId }, headers: { cookie } });
  const cookieOf = (answer: Answer<unknown>): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = (cookie: string, on = api) => on.call<SessionView>('GET', '/app/session', { headers: { cookie } });

  /** Somebody in two companies, signed in to one of them. */
  async function ofTwo() {
    const person = await world.member(await world.company());
    const first = await world.session(person);
    const { token } = await invite({ email: person.email });
    return { person, first, other: (await accept(token)).body.member.id };
  }

  it('401 without a session; 422 without a member', async () => {
    expect((await change(1, '')).status).toBe(401);
    expect((await change('1', session.cookie)).body).toMatchObject({ status: 422, errors: [{ pointer: '/memberId' }] });
  });

  it('404 for what is not an active membership of this account, and the session goes on', async () => {
    const { first, other } = await ofTwo();
    const stranger = await world.member(owner.companyId);
    for (const id of [stranger.id, 999_999_999]) expect((await change(id, first.cookie)).status).toBe(404);
    await session.call('POST', `/app/members/${other}/deactivate`);
    expect((await change(other, first.cookie)).status).toBe(404);
    await session.call('POST', `/app/members/${other}/remove`);
    expect((await change(other, first.cookie)).status).toBe(404);
    expect((await get(first.cookie)).status).toBe(200);
  });

  it('200: another session in the other company, no longer than the first, which is dead in every process', async () => {
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
      // It signs in where it worked last.
      await change(other, cookieOf(back));
      const again = await api.call<SessionView>('POST', '/app/session', {
        body: { email: person.email, password: PASSWORD },
      });
      expect(again.body.company.id).toBe(owner.companyId);
    } finally {
      await second.stop();
    }
  });

  it('of two at once with one cookie, one goes through', async () => {
    const { first, other } = await ofTwo();
    const answers = await Promise.all([change(other, first.cookie), change(other, first.cookie)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});
