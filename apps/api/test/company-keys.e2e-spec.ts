import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiKeyList, ApiKeyView } from '@billhook/contract/api-key';
import type { ProblemView } from '@billhook/contract/problem';
import { ALL_PERMISSIONS } from '@billhook/domain/permissions';
import { TestApi } from './support/api.js';
import { auditOf } from './support/rows.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from './support/world.js';

const PATH = '/app/company/api-keys';

let api: TestApi;
let world: World;
let admin: SeededMember;
let colleague: SeededMember;
let session: SessionCaller;
let theirs: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  const companyId = await world.company();
  admin = await world.member(companyId, { role: 'Admin' });
  colleague = await world.member(companyId, { role: 'Sales' });
  session = await world.session(admin);
  theirs = await world.key({ member: colleague, scopes: ['client.read'] });
});

const list = (query = '') => session.call<ApiKeyList>('GET', `${PATH}${query}`);
const revoke = (id: number, body: object = {}, by = session) =>
  by.call<ApiKeyView>('POST', `${PATH}/${id}/revoke`, { body });

/** Signed in, with every permission but the one that these routes need. */
const lacking = async (): Promise<SessionCaller> => {
  const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'api_key.manage');
  return world.session(await world.member(admin.companyId, { permissions }));
};

describe('GET /app/company/api-keys', () => {
  it('401 without a session, and for a key', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
    expect((await theirs.call('GET', PATH)).status).toBe(401);
  });

  it('403 without api_key.manage', async () => {
    const answer = await (await lacking()).call<ProblemView>('GET', PATH);
    expect(answer.body).toMatchObject({ status: 403, code: 'permission_missing', missing: ['api_key.manage'] });
  });

  it.each(['status=dead', 'limit=101', 'memberId=1'])('400 for ?%s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('200: every key of the company with its creator and what it may do now, and none of another company', async () => {
    const own = await world.key({ member: admin });
    await world.key();
    await world.change(colleague, { permissions: ['invoice.read'] });
    const { body } = await list();
    expect(body.data).toMatchObject([
      { id: own.id, creator: { id: admin.id, email: admin.email }, status: 'active' },
      { id: theirs.id, creator: { id: colleague.id, email: colleague.email }, scopes: ['client.read'], effective: [] },
    ]);
    expect(body.counts).toEqual({ active: 2, expiring: 0, expired: 0, revoked: 0, suspended: 0 });
  });

  it('200: the keys of a deactivated member are suspended, and counted so', async () => {
    await world.change(colleague, { status: 'Deactivated' });
    const { body } = await list('?status=suspended');
    expect(body.data.map((key) => key.id)).toEqual([theirs.id]);
    expect(body.counts).toMatchObject({ active: 0, suspended: 1 });
  });
});

describe('POST /app/company/api-keys/{id}/revoke', () => {
  it('403 without api_key.manage, before the key is looked for; it goes on working', async () => {
    const by = await lacking();
    for (const id of [theirs.id, 999_999_999]) expect((await revoke(id, {}, by)).status).toBe(403);
    expect((await theirs.call('GET', '/v1/clients')).status).toBe(200);
  });

  it("404 alike for another company's key and none; it goes on working", async () => {
    const stranger = await world.key();
    for (const id of [stranger.id, 999_999_999]) {
      expect((await revoke(id)).body).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect((await stranger.call('GET', '/v1/clients')).status).toBe(200);
    expect(await auditOf(api, stranger.companyId, 'api_key.revoked')).toEqual([]);
  });

  it('422 for an unknown property', async () => {
    expect((await revoke(theirs.id, { now: true })).status).toBe(422);
  });

  it('200: at once, in the name of the administrator; the owner sees by whom', async () => {
    const answer = await revoke(theirs.id, { reason: 'Left the company' });
    expect(answer.body).toMatchObject({ status: 'revoked', revokedBy: `member ${admin.email}` });
    expect((await theirs.call('GET', '/v1/clients')).body).toMatchObject({ code: 'key_revoked' });
    const owner = await world.session(colleague);
    expect((await owner.call('GET', `/app/api-keys/${theirs.id}`)).body).toEqual(answer.body);
    expect(await auditOf(api, admin.companyId, 'api_key.revoked')).toMatchObject([
      {
        actor: `member ${admin.email}`,
        target: answer.body.prefix,
        details: { reason: 'Left the company', statusBefore: 'active' },
        requestId: answer.headers.get('request-id'),
      },
    ]);
  });

  it('200 for the key of a deactivated member, which then stays revoked when the member comes back', async () => {
    await world.change(colleague, { status: 'Deactivated' });
    await revoke(theirs.id);
    await world.change(colleague, { status: 'Active' });
    expect((await theirs.call('GET', '/v1/clients')).body).toMatchObject({ status: 401, code: 'key_revoked' });
    expect(await auditOf(api, admin.companyId, 'api_key.revoked')).toMatchObject([
      { details: { statusBefore: 'suspended' } },
    ]);
  });
});
