import type { CompanyDeletionView } from '@billhook/contract/installation/company-deletion';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/company/deletion';
const WITHDRAW = `${PATH}/withdraw`;
const DAY_MS = 86_400_000;

let api: TestApi;
let world: World;
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;
let name: string;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
  name = (await session.call<{ name: string }>('GET', '/app/company')).body.name;
});

const request = (by = session, body: object = { name }) => by.call<CompanyDeletionView>('POST', PATH, { body });
const get = async () => (await session.call<CompanyDeletionView>('GET', PATH)).body;

describe('the deletion of a company', () => {
  it.each([
    ['GET', PATH],
    ['POST', PATH],
    ['POST', WITHDRAW],
  ])('401 without a session, and for a key: %s %s', async (method, path) => {
    expect((await api.call(method, path)).status).toBe(401);
    expect(await key.call(method, path)).toMatchObject({ status: 401, body: { code: 'wrong_credential' } });
  });

  it.each([
    ['GET', PATH],
    ['POST', PATH],
    ['POST', WITHDRAW],
  ])('403 without company.manage: %s %s', async (method, path) => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'company.manage');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    const answer = await by.call(method, path, method === 'POST' && path === PATH ? { body: { name } } : {});
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
  });

  it('403 for an administrator who is no owner, and without a recent password', async () => {
    const admin = await world.session(await world.member(owner.companyId, { role: 'Admin' }));
    expect(await request(admin)).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
    expect(await admin.call('POST', WITHDRAW)).toMatchObject({ status: 403 });
    await world.ageConfirmation(owner);
    expect(await request()).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    expect((await get()).deletesAt).toBeNull();
  });

  it('422 for another name, and 409 for a withdrawal without a request', async () => {
    expect(await request(session, { name: `${name}!` })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/name', code: 'wrong_name' }] },
    });
    expect((await request(session, {})).status).toBe(422);
    expect(await session.call('POST', WITHDRAW)).toMatchObject({
      status: 409,
      body: { code: 'deletion_not_requested' },
    });
  });

  it('200: counts what is deleted, states the day, notifies owners, and a repeat keeps it', async () => {
    await new Records(key).sent();
    const { status, body } = await request();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      requestedBy: `member ${owner.email}`,
      deletesAt: new Date(api.clock.now().getTime() + 14 * DAY_MS).toISOString(),
      counts: { clients: 1, invoices: 1, quotes: 0, creditNotes: 0, payments: 0, members: 1, apiKeys: 1 },
    });
    const mails = await api.database.query<{ recipients: string[]; text: string }>({
      name: 'test_deletion_mails',
      text: 'SELECT recipients, body_text AS text FROM mails WHERE company_id = $1',
      values: [owner.companyId],
    });
    // Without the kind of the actor, which is English in every language.
    const text = expect.stringMatching(new RegExp(`(^|\\n)${owner.email} `));
    expect(mails).toEqual([{ recipients: [owner.email], text }]);
    api.clock.advance(1_000);
    expect((await request()).body.deletesAt).toBe(body.deletesAt);
    expect(await auditOf(api, owner.companyId, 'company.deletion_requested')).toMatchObject([{ memberId: owner.id }]);
  });

  it('keeps keys and members read-only until then, and lets owners export and withdraw', async () => {
    const client = await new Records(key).client();
    const { body } = await request();
    const rejected = { status: 409, body: { code: 'deletion_requested', deletesAt: body.deletesAt } };
    expect(await key.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'New' } })).toMatchObject(rejected);
    expect(await key.call('POST', '/v1/clients', { body: {} })).toMatchObject(rejected);
    expect(await session.call('PATCH', '/app/company', { body: { phone: '1' } })).toMatchObject(rejected);
    expect(await session.call('POST', '/app/api-keys', { body: {} })).toMatchObject(rejected);
    expect((await key.call('GET', `/v1/clients/${client.id}`)).status).toBe(200);
    expect((await session.call('POST', '/app/company/exports')).status).toBe(202);

    const withdrawn = await session.call<CompanyDeletionView>('POST', WITHDRAW);
    expect(withdrawn).toMatchObject({ status: 200, body: { deletesAt: null, requestedAt: null } });
    expect((await key.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'New' } })).status).toBe(200);
    expect(await auditOf(api, owner.companyId, 'company.deletion_withdrawn')).toHaveLength(1);
  });

  it('cannot be withdrawn once it has started', async () => {
    await request();
    await api.database.query({
      name: 'test_deletion_start',
      text: `UPDATE company_deletions SET status = 'Running' WHERE company_id = $1`,
      values: [owner.companyId],
    });
    expect(await session.call('POST', WITHDRAW)).toMatchObject({ status: 409, body: { code: 'deletion_started' } });
    await api.database.query({
      name: 'test_deletion_back',
      text: `UPDATE company_deletions SET status = 'Requested' WHERE company_id = $1`,
      values: [owner.companyId],
    });
  });
});
