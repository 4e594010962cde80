import type { SentInvitation } from '@billhook/contract/identity/invitation';
import type { MeView } from '@billhook/contract/identity/me';
import type { SessionView } from '@billhook/contract/identity/session';
import type { CompanyDeletionView } from '@billhook/contract/installation/company-deletion';
import type { SandboxList } from '@billhook/contract/installation/sandbox';
import { diagnoseKey } from '@billhook/domain/identity/secret-format';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { Links, shown } from '../support/document-link.js';
import { authorize, bearer, registerApplication } from '../support/oauth.js';
import { Records } from '../support/records.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

const PATH = '/app/sandboxes';

// With a mail server: only the kind of the company keeps an email.
const { api, world } = await startWorld({
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'billing@company.example',
});
const sandboxes = new Sandboxes(api, world);
let owner: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
});

const create = (body?: object) => sandboxes.create(session, body);
const list = async (by = session) => (await by.call<SandboxList>('GET', PATH)).body.data;

describe('sandboxes', () => {
  it.each([
    ['GET', PATH],
    ['POST', PATH],
    ['POST', `${PATH}/1/open`],
  ])('401 without a session, and for a key: %s %s', async (method, path) => {
    expect((await api.call(method, path)).status).toBe(401);
    const key = await world.key({ member: owner });
    expect(await key.call(method, path)).toMatchObject({ status: 401, body: { code: 'wrong_credential' } });
  });

  it('403 for who may not create keys', async () => {
    const reader = await world.session(await world.member(owner.companyId, { role: 'Read-only' }));
    expect(await reader.call('POST', PATH, { body: {} })).toMatchObject({ status: 403 });
  });

  it('404 for an unknown sandbox, a production company, and a sandbox of another company', async () => {
    const { id } = await create();
    const stranger = await world.session(await world.member(await world.company()));
    for (const [by, company] of [
      [session, 999_999_999],
      [session, owner.companyId],
      [stranger, id],
    ] as const)
      expect(await by.call('POST', `${PATH}/${company}/open`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    expect(await list(stranger)).toEqual([]);
  });

  it('409 for a sandbox of a sandbox, and for more than five', async () => {
    const { id } = await create();
    const within = await sandboxes.open(id, await world.session(owner));
    expect(await within.call('POST', PATH, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'sandbox_of_sandbox' },
    });
    for (let n = 0; n < 4; n++) await create();
    const answer = await session.call('POST', PATH, { body: {} });
    expect(answer).toMatchObject({ status: 409, body: { code: 'sandbox_limit', limit: 5 } });
    const names = (await list()).map(({ name }) => name.replace(/^Company \w+/, ''));
    expect(names).toEqual([' Sandbox', ' Sandbox 2', ' Sandbox 3', ' Sandbox 4', ' Sandbox 5']);
  });

  it('422 for an unknown member of the body', async () => {
    expect(await session.call('POST', PATH, { body: { plan: 'Pro' } })).toMatchObject({ status: 422 });
  });

  it('has the details and the plan of its company, its own numbers, and keys that say what they are', async () => {
    const { id, memberId } = await create();
    expect(await list()).toEqual([expect.objectContaining({ id, memberId, deletesAt: null })]);
    const within = await sandboxes.open(id, session);
    const { body } = await within.call<SessionView>('GET', '/app/session');
    expect(body.company).toMatchObject({ kind: 'Sandbox', sandboxOf: owner.companyId, plan: 'Pro', currency: 'EUR' });
    expect(body).toMatchObject({ clockOffset: 0, sendsMail: false, member: { role: 'Owner' } });
    const key = await sandboxes.key(within);
    const { apiKey, secret } = key;
    expect(secret).toMatch(/^bht_[0-9A-Za-z]{46}$/);
    expect(apiKey.prefix).toMatch(/^bht_[0-9A-Za-z]{8}$/);
    expect(diagnoseKey(secret)).toBeUndefined();
    expect((await key.call<MeView>('GET', '/v1/me')).body).toMatchObject({ sandbox: true, company: { id } });

    const [real, trial] = [new Records(await world.key({ member: owner })), new Records(key)];
    const numbers = [await trial.sent(), await trial.sent(), await real.sent()].map(({ number }) => number);
    expect(numbers[0]).toBe(numbers[2]);
    expect(numbers[1]).not.toBe(numbers[0]);
    const production = await world.key({ member: owner });
    expect((await production.call<MeView>('GET', '/v1/me')).body).toMatchObject({ sandbox: false });
    expect((await production.call<{ data: unknown[] }>('GET', '/v1/invoices')).body.data).toHaveLength(1);
  });

  it('keeps its emails in its outbox, also to members, and sends none again', async () => {
    const { id, within, key } = await sandboxes.ready(session);
    const invitation = { email: 'ines@client.example', name: 'Ines', role: 'Read-only' };
    const invited = await within.call<SentInvitation>('POST', '/app/invitations', { body: invitation });
    expect(invited.body).toMatchObject({ mailed: false, url: expect.stringContaining('http') });
    const records = new Records(key);
    const { id: invoice } = await records.draft({
      clientId: (await records.client({ email: 'client@client.example' })).id,
    });
    expect(await key.call('POST', `/v1/invoices/${invoice}/send`, { body: { channel: 'Email' } })).toMatchObject({
      status: 200,
    });
    const mails = await sandboxes.rows(
      `SELECT id, kind, status, next_attempt_at, last_error FROM mails WHERE company_id = $1 ORDER BY kind = 'Document', id`,
      [id],
    );
    expect(mails.map(({ kind }) => kind)).toEqual(['Notice', 'Document']);
    for (const mail of mails)
      expect(mail).toMatchObject({
        status: 'Kept',
        next_attempt_at: null,
        last_error: expect.stringContaining('sandbox'),
      });
    const mail = mails.at(-1);
    const again = await key.call('POST', `/v1/mails/${String(mail?.id)}/retry`);
    expect(again).toMatchObject({ status: 409, body: { code: 'mail_not_retriable' } });
  });

  it('is named on the pages of its documents', async () => {
    const { key } = await sandboxes.ready(session);
    for (const [by, sandbox] of [
      [key, true],
      [await world.key({ member: owner }), false],
    ] as const) {
      const { viewer } = await new Links(world, by, new Records(by)).invoice();
      expect(await shown(viewer)).toMatchObject({ sandbox });
    }
  });

  it('is owned by the member who creates it, and left by a member who is removed from the company', async () => {
    const admin = await world.member(owner.companyId, { role: 'Admin' });
    const theirs = await world.session(admin);
    const { within } = await sandboxes.ready(theirs);
    expect((await within.call<SessionView>('GET', '/app/session')).body.member.role).toBe('Owner');
    expect(await session.call('POST', `/app/members/${admin.id}/remove`)).toMatchObject({ status: 200 });
    expect((await within.call('GET', '/app/session')).status).toBe(401);
  });

  it('is all that an application sees that was authorised for it alone', async () => {
    const { id, key } = await sandboxes.ready(session);
    const application = await registerApplication(await world.session(owner), {
      scopes: ['client.read', 'invoice.read'],
    });
    const real = await new Records(await world.key({ member: owner })).client({ name: 'Of the company' });
    const tried = await new Records(key).client({ name: 'Of the sandbox' });
    const { accessToken } = await authorize(api, await world.session(owner), application, {
      choice: { companyId: id },
    });
    const read = (path: string) => api.call<Record<string, unknown>>('GET', path, bearer(accessToken));
    expect((await read(`/v1/clients/${real.id}`)).status).toBe(404);
    expect((await read('/v1/me')).body).toMatchObject({ sandbox: true, company: { id } });
    expect((await read('/v1/clients')).body).toMatchObject({ data: [{ id: tried.id }] });
  });

  it('is joined by other members with their permissions, and left by them with the company', async () => {
    const { id } = await create();
    const reader = await world.member(owner.companyId, { role: 'Read-only' });
    const theirs = await world.session(reader);
    expect(await list(theirs)).toEqual([expect.objectContaining({ id, memberId: null })]);
    const within = await sandboxes.open(id, theirs);
    const { member } = (await within.call<SessionView>('GET', '/app/session')).body;
    expect(member).toMatchObject({ role: 'Read-only' });
    expect(await list(within)).toEqual([expect.objectContaining({ id, memberId: member.id })]);

    expect(await session.call('POST', `/app/members/${reader.id}/deactivate`)).toMatchObject({ status: 200 });
    expect((await within.call('GET', '/app/session')).status).toBe(401);
    expect(await sandboxes.rows('SELECT status FROM members WHERE id = $1', [member.id])).toEqual([
      { status: 'Deactivated' },
    ]);
    expect((await auditOf(api, id)).map(({ action }) => action)).toContain('member.deactivated');
    expect(await session.call('POST', `/app/members/${reader.id}/reactivate`)).toMatchObject({ status: 200 });
    await sandboxes.open(id, await world.session(reader));

    // A member whom the sandbox has deactivated remains so.
    const inside = await sandboxes.open(id, await world.session(owner));
    expect(await inside.call('POST', `/app/members/${member.id}/deactivate`)).toMatchObject({ status: 200 });
    for (const step of ['deactivate', 'reactivate'])
      expect(await session.call('POST', `/app/members/${reader.id}/${step}`)).toMatchObject({ status: 200 });
    expect(await sandboxes.rows('SELECT status FROM members WHERE id = $1', [member.id])).toEqual([
      { status: 'Deactivated' },
    ]);
  });

  it('follows the plan of its company, and keeps its kind, whatever a statement says', async () => {
    const { id } = await create();
    await world.setPlan(owner.companyId, 'Free');
    expect(await sandboxes.rows('SELECT plan FROM companies WHERE id = $1', [id])).toEqual([{ plan: 'Free' }]);
    const change = (set: string, company = id) =>
      sandboxes.rows(`UPDATE companies SET ${set} WHERE id = $1`, [company]);
    await expect(change(`kind = 'Production', sandbox_of = NULL`)).rejects.toThrow('cannot change');
    await expect(change(`kind = 'Sandbox', sandbox_of = ${id}`, owner.companyId)).rejects.toThrow('cannot change');
    const nested = `INSERT INTO companies (name, plan, time_zone, currency, created_at, kind, sandbox_of)
      VALUES ('x', 'Pro', 'UTC', 'EUR', now(), 'Sandbox', $1)`;
    await expect(sandboxes.rows(nested, [id])).rejects.toThrow('a sandbox cannot have a sandbox');
  });

  it('is deleted without waiting, and with its company', async () => {
    const [first, second] = [await create(), await create()];
    const within = await sandboxes.open(first.id, await world.session(owner));
    const deletion = await within.call<CompanyDeletionView>('POST', '/app/company/deletion', {
      body: { name: first.name },
    });
    expect(deletion).toMatchObject({ status: 200, body: { graceDays: 0 } });
    expect(Date.parse(deletion.body.deletesAt ?? '')).toBeLessThanOrEqual(api.clock.now().getTime());
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    const whole = await session.call<CompanyDeletionView>('POST', '/app/company/deletion', { body: { name } });
    const other = (await list()).find(({ id }) => id === second.id);
    expect(other?.deletesAt).toBe(whole.body.deletesAt);
    expect(await session.call('POST', PATH, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'deletion_requested' },
    });
    const left = await sandboxes.open(second.id, await world.session(owner));
    expect(await left.call('POST', '/app/company/deletion/withdraw')).toMatchObject({ status: 409 });
    expect(await session.call('POST', '/app/company/deletion/withdraw')).toMatchObject({ status: 200 });
    expect((await list()).find(({ id }) => id === second.id)?.deletesAt).toBeNull();
  });
});
