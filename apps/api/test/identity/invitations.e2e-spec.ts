import type { InvitationView, SentInvitation } from '@billhook/contract/identity/invitation';
import { presetOf } from '@billhook/domain/identity/member';
import { MEMBER_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi, type Answer } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { allAtOnce } from '../support/concurrent-changes.js';
import { INVITATIONS as PATH, Invitations, newAddress, outcomeOf, tokenOf } from '../support/invitations.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from '../support/world.js';

const DAY = 86_400_000;

const { api, world } = await startWorld();
const invitations = new Invitations(api);
let owner: SeededMember;
let session: SessionCaller;
let email: string;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  email = newAddress();
});
afterEach(() => api.clock.set(new Date()));

const without = (...names: Permission[]): Permission[] => MEMBER_PERMISSIONS.filter((p) => !names.includes(p));

const send = (more: object = {}, by = session) => invitations.send(by, email, more);
const invite = (more: object = {}, by = session) => invitations.invite(by, email, more);
const look = (token: string) => invitations.look(token);
const accept = (token: string) => invitations.accept(token);
const act = (id: number, action: string, by = session) => by.call<SentInvitation>('POST', `${PATH}/${id}/${action}`);
const list = async (by = session): Promise<InvitationView[]> =>
  (await by.call<{ data: InvitationView[] }>('GET', PATH)).body.data;

async function expectVoid(token: string): Promise<void> {
  expect(outcomeOf(await look(token))).toBe('401 invitation_invalid');
  expect(outcomeOf(await accept(token))).toBe('401 invitation_invalid');
}

describe('the routes of the inviting member', () => {
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

  it('201 for a name of several lines, which becomes one line: an email cannot show it as a paragraph', async () => {
    const { body } = await send({ name: 'Ines\n\nClick here' });
    expect(body).toMatchObject({ invitation: { name: 'Ines Click here' } });
  });

  it('422 for permissions that the sender does not have, by name or by role', async () => {
    const inviter = await world.member(owner.companyId, { permissions: without('audit.read') });
    const by = await world.session(inviter);
    const named = await send({ permissions: ['client.read', 'audit.read'] }, by);
    expect(named.body).toMatchObject({ status: 422, errors: [{ pointer: '/permissions/1', code: 'not_held' }] });
    expect((await send({ role: 'Owner' }, by)).body).toMatchObject({
      errors: [{ pointer: '/role', code: 'not_held' }],
    });
    expect(await list()).toEqual([]);
  });

  it('409 already_member in any case of the address, and also for a deactivated one', async () => {
    const colleague = await world.member(owner.companyId);
    for (const status of ['Active', 'Deactivated'] as const) {
      await world.change(colleague, { status });
      const answer = await invitations.send(session, colleague.email.toUpperCase());
      expect(answer.body).toMatchObject({ status: 409, code: 'already_member', existingId: colleague.id });
    }
  });

  it('409 already_invited and already_member for another spelling of the domain', async () => {
    const [spelled, ascii] = ['ines@müller.example', 'ines@xn--mller-kva.example'];
    const { token } = await invitations.invite(session, spelled);
    expect(outcomeOf(await invitations.send(session, ascii))).toBe('409 already_invited');
    expect((await accept(token)).status).toBe(201);
    expect(outcomeOf(await invitations.send(session, ascii))).toBe('409 already_member');
    for (const email of [spelled, ascii]) {
      const signedIn = await api.call('POST', '/app/session', { body: { email, password: PASSWORD } });
      expect(signedIn.body).toMatchObject({ member: { email: spelled } });
    }
  });

  it('409 already_invited while it is valid, also in parallel; an expired one is replaced', async () => {
    const other = await world.session(await world.member(owner.companyId));
    const works = [session, other].map((by) => () => invitations.send(by, email.toLowerCase()));
    const answers = await allAtOnce(api, owner.companyId, works);
    expect(answers.map(outcomeOf).sort()).toEqual(['201', '409 already_invited']);
    const [first] = await list();
    expect((await send()).body).toMatchObject({ code: 'already_invited', existingId: first?.id });
    api.clock.advance(7 * DAY);
    const again = await world.session(owner);
    expect((await send({}, again)).status).toBe(201);
    expect((await list(again)).map(({ status }) => status)).toEqual(['Open']);
  });

  it('201 without a mail server: the link, only in this response', async () => {
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

  it('201 with a mail server: sent by email, and no response contains the link', async () => {
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
  it('403 to resend one with more permissions than the sender has; anyone may withdraw it', async () => {
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

  it('200: a new link for another seven days, and the old one is invalid', async () => {
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

  it('409 invitation_closed once it was withdrawn or accepted, and it is no longer listed', async () => {
    const withdrawn = await invite();
    await act(withdrawn.id, 'withdraw');
    const accepted = await invite();
    await accept(accepted.token);
    for (const { id } of [withdrawn, accepted]) {
      for (const action of ['resend', 'withdraw'])
        expect(outcomeOf(await act(id, action))).toBe('409 invitation_closed');
    }
    expect(await list()).toEqual([]);
    expect(await auditOf(api, owner.companyId, 'invitation.withdrawn')).toHaveLength(1);
  });
});

describe('invitations to one address', () => {
  it('429 beyond five in an hour and 20 in a day, resent or newly created; rejected requests do not count', async () => {
    const elsewhere = await world.session(await world.member(await world.company()));
    const { id } = await invite();
    expect(outcomeOf(await send())).toBe('409 already_invited');
    for (let n = 0; n < 3; n++) expect(outcomeOf(await act(id, 'resend'))).toBe('200');
    await act(id, 'withdraw');
    expect(outcomeOf(await send({ email: email.toUpperCase() }))).toBe('201');
    const [{ id: last } = { id: 0 }] = await list();
    const refused = await act(last, 'resend');
    expect(outcomeOf(refused)).toBe('429 too_many_attempts');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    expect((await list())[0]).toMatchObject({ id: last, status: 'Open' });

    expect(outcomeOf(await invitations.send(session, newAddress()))).toBe('201');
    expect(outcomeOf(await send({}, elsewhere))).toBe('201');
    let sent = 5;
    for (let hour = 0; hour < 6; hour++) {
      api.clock.advance(3_600_000);
      await session.call('POST', '/app/session/confirm', { body: { password: PASSWORD } });
      for (let n = 0; n < 5; n++) if (outcomeOf(await act(last, 'resend')) === '200') sent++;
    }
    expect(sent).toBeLessThanOrEqual(25);
    expect(sent).toBeGreaterThanOrEqual(20);
  });
});

describe('an invalid invitation', () => {
  it('that was used, withdrawn, expired or invented gets one response', async () => {
    const used = await invite();
    await accept(used.token);
    const expired = await invitations.invite(session, newAddress());
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
  ])('while its sender %s; resent by another member, it works', async (_, change) => {
    const inviter = await world.member(owner.companyId);
    const { id, token } = await invite({}, await world.session(inviter));
    await world.change(inviter, change);
    await expectVoid(token);
    expect((await list())[0]).toMatchObject({ status: 'Open', usable: false });
    await world.change(inviter, { permissions: MEMBER_PERMISSIONS, status: 'Active' });
    expect((await look(token)).status).toBe(200);
    await world.change(inviter, change);
    const resent = await act(id, 'resend');
    expect((await accept(tokenOf(resent.body))).status).toBe(201);
  });

  it('that a removed administrator sent to himself', async () => {
    const inviter = await world.member(owner.companyId);
    const { token } = await invite({ role: 'Owner' }, await world.session(inviter));
    await session.call('POST', `/app/members/${inviter.id}/remove`);
    await expectVoid(token);
  });

  it('that is withdrawn and accepted at the same moment: one of the two wins', async () => {
    const { id, token } = await invite();
    const works = [() => accept(token), () => act(id, 'withdraw')];
    const answers = await allAtOnce<Answer<object>>(api, owner.companyId, works);
    expect([
      ['201', '409 invitation_closed'],
      ['401 invitation_invalid', '200'],
    ]).toContainEqual(answers.map(outcomeOf));
  });
});
