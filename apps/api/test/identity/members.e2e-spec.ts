import type { MemberView, OwnerList } from '@billhook/contract/identity/member';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { presetOf } from '@billhook/domain/identity/member';
import { MEMBER_PERMISSIONS, GRANTABLE_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { allAtOnce } from '../support/concurrent-changes.js';
import { startWorld } from '../support/start.js';
import { World, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/members';

const { api, world } = await startWorld();
let owner: SeededMember;
let session: SessionCaller;
let colleague: SeededMember;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  colleague = await world.member(owner.companyId, { role: 'Sales' });
});

const without = (...names: Permission[]): Permission[] => MEMBER_PERMISSIONS.filter((p) => !names.includes(p));

/** Signed in to the same company with all permissions but these. */
const lacking = async (...names: Permission[]): Promise<SessionCaller> =>
  world.session(await world.member(owner.companyId, { permissions: without(...names) }));

const create = (body: object, by = session) => by.call<MemberView>('POST', PATH, { body });
const patch = (id: number, body: object, by = session) => by.call<MemberView>('PATCH', `${PATH}/${id}`, { body });
const get = async (id: number, by = session): Promise<MemberView> =>
  (await by.call<MemberView>('GET', `${PATH}/${id}`)).body;

const ROUTES = [
  ['POST', '', { name: 'ERP', role: 'Read-only' }],
  ['GET', '/:id', undefined],
  ['PATCH', '/:id', { name: 'Other' }],
  ['POST', '/:id/departure', { change: 'deactivate' }],
  ['POST', '/:id/deactivate', undefined],
  ['POST', '/:id/reactivate', undefined],
  ['POST', '/:id/remove', undefined],
  ['POST', '/:id/end-sessions', undefined],
] as const;

describe('the routes under /app/members', () => {
  it.each(ROUTES)(
    '%s %s: 401, 403, the same 404 for members of another company, without an effect',
    async (...route) => {
      const [method, rest, body] = route;
      const path = (id: number | string): string => `${PATH}${rest.replace(':id', `${id}`)}`;
      expect((await api.call(method, path(colleague.id), { body })).status).toBe(401);
      const by = await lacking('member.manage');
      const refused = await by.call<ProblemView>(method, path(colleague.id), { body });
      expect(refused).toMatchObject({ status: 403, body: { code: 'permission_missing', missing: ['member.manage'] } });
      const stranger = await world.session(await world.member(await world.company()));
      for (const id of rest ? [colleague.id, 999_999_999, 'abc'] : []) {
        expect(await stranger.call(method, path(id), { body })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      }
      expect(await get(colleague.id)).toMatchObject({ status: 'Active', name: 'Test Person' });
      const actions = (await auditOf(api, owner.companyId)).map(({ action }) => action);
      expect(new Set(actions)).toEqual(new Set(['session.started']));
    },
  );
});

describe('POST /app/members', () => {
  it.each<[string, object, string, string]>([
    ['no name', { role: 'Sales' }, '/name', 'required'],
    ['an unknown role', { name: 'ERP', role: 'Boss' }, '/role', 'invalid_value'],
    [
      'an address, since nobody signs in',
      { name: 'ERP', role: 'Sales', email: 'a@b.example' },
      '/email',
      'unknown_property',
    ],
    [
      'a permission twice',
      { name: 'ERP', role: 'Sales', permissions: ['client.read', 'client.read'] },
      '/permissions',
      'invalid_value',
    ],
    [
      'a permission that is for people',
      { name: 'ERP', role: 'Sales', permissions: ['client.read', 'api_key.create'] },
      '/permissions/1',
      'not_grantable',
    ],
  ])('422 for %s', async (_, body, pointer, code) => {
    const answer = await create(body);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer, code }] });
    expect(await auditOf(api, owner.companyId, 'member.created')).toEqual([]);
  });

  it('422 for permissions that the creator does not have, by name or by role', async () => {
    const by = await lacking('payment.write', 'api_key.create');
    const named = await create({ name: 'ERP', role: 'Sales', permissions: ['client.read', 'payment.write'] }, by);
    expect(named.body).toMatchObject({ status: 422, errors: [{ pointer: '/permissions/1', code: 'not_held' }] });
    const preset = await create({ name: 'ERP', role: 'Accountant' }, by);
    expect(preset.body).toMatchObject({ status: 422, errors: [{ pointer: '/role', code: 'not_held' }] });
    // Sales has no api_key.create anyway.
    expect((await create({ name: 'ERP', role: 'Sales' }, by)).status).toBe(201);
  });

  it('201: has the permissions of its role that keys can have, no address, cannot sign in, and is audited', async () => {
    const answer = await create({ name: 'ERP connector', role: 'Owner' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      kind: 'Service',
      name: 'ERP connector',
      email: null,
      role: 'Owner',
      permissions: GRANTABLE_PERMISSIONS,
      tailored: false,
      status: 'Active',
      createdAt: api.clock.now().toISOString(),
      lastSeenAt: null,
      liveKeys: 0,
      secondFactor: false,
    });
    expect(await get(answer.body.id)).toEqual(answer.body);
    expect(await auditOf(api, owner.companyId, 'member.created')).toMatchObject([
      {
        actor: `member ${owner.email}`,
        target: `member ${answer.body.id}`,
        details: { name: 'ERP connector', kind: 'Service' },
      },
    ]);
    const { body } = await session.call<{ data: MemberView[] }>('GET', `${PATH}?kind=Service`);
    expect(body.data).toEqual([answer.body]);
  });

  it('201 with its own key: /v1 names the service member, without an address', async () => {
    const { body } = await create({ name: 'ERP', role: 'Sales', permissions: ['quote.read', 'client.read'] });
    expect(body).toMatchObject({ permissions: ['client.read', 'quote.read'], tailored: true });
    const key = await world.key({ member: { id: body.id, companyId: owner.companyId } });
    expect((await key.call('GET', '/v1/me')).body).toMatchObject({
      creator: { id: body.id, kind: 'Service', name: 'ERP', email: null, status: 'Active' },
    });
    expect((await key.call('GET', '/v1/me/permissions')).body).toMatchObject({
      effective: ['client.read', 'quote.read'],
    });
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
    expect((await key.call('GET', '/v1/invoices')).body).toMatchObject({ code: 'creator_permission_lost' });
    expect((await get(body.id)).liveKeys).toBe(1);
  });
});

describe('PATCH /app/members/{id}', () => {
  it.each<[string, object, string]>([
    ['a blank name', { name: ' ' }, '/name'],
    ['an unknown permission', { permissions: ['client.delete'] }, '/permissions/0'],
    ['the status, which has routes of its own', { status: 'Removed' }, '/status'],
    ['the address, which is the account’s', { email: 'a@b.example' }, '/email'],
    ['no permission at all', { permissions: [] }, '/permissions'],
  ])('422 for %s', async (_, body, pointer) => {
    expect((await patch(colleague.id, body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('422 for giving permissions that the caller does not have, with a pointer each; nothing is given', async () => {
    const by = await lacking('audit.read', 'payment.write');
    const before = await get(colleague.id);
    const answer = await patch(colleague.id, { permissions: ['audit.read', 'client.read', 'payment.write'] }, by);
    expect(answer.body).toMatchObject({
      status: 422,
      errors: [
        { pointer: '/permissions/0', code: 'not_held' },
        { pointer: '/permissions/2', code: 'not_held' },
      ],
    });
    expect((await patch(colleague.id, { role: 'Admin' }, by)).body).toMatchObject({ errors: [{ pointer: '/role' }] });
    expect(await get(colleague.id)).toEqual(before);
  });

  it.each<[string, object]>([
    ['PATCH of the name', { name: 'Mine' }],
    ['PATCH of the permissions', { permissions: ['client.read'] }],
  ])('403 member_holds_more: %s of a member who has more', async (_, body) => {
    const by = await lacking('company.manage', 'audit.read');
    const answer = await patch(owner.id, body, by);
    expect(answer.body).toMatchObject({
      status: 403,
      code: 'member_holds_more',
      missing: ['company.manage', 'audit.read'],
    });
    expect(await get(owner.id)).toMatchObject({ name: 'Test Person', permissions: MEMBER_PERMISSIONS });
  });

  it.each(['deactivate', 'reactivate', 'remove', 'end-sessions'])('403 member_holds_more: %s', async (action) => {
    const by = await lacking('company.manage');
    const answer = await by.call<ProblemView>('POST', `${PATH}/${owner.id}/${action}`);
    expect(answer.body).toMatchObject({ status: 403, code: 'member_holds_more', missing: ['company.manage'] });
    expect((await session.call('GET', '/app/session')).status).toBe(200);
  });

  it('409 own_membership: members can only change their own name', async () => {
    for (const body of [{ role: 'Sales' }, { permissions: without('audit.read') }]) {
      expect((await patch(owner.id, body)).body).toMatchObject({ status: 409, code: 'own_membership' });
    }
    for (const action of ['deactivate', 'remove']) {
      const answer = await session.call('POST', `${PATH}/${owner.id}/${action}`);
      expect(answer.body).toMatchObject({ status: 409, code: 'own_membership' });
    }
    expect((await patch(owner.id, { name: 'Ada', role: 'Owner' })).body).toMatchObject({ name: 'Ada', role: 'Owner' });
  });

  it('200: a role sets its preset, explicit permissions replace it, and alone they clear the role', async () => {
    const rights = async (body: object) => {
      const { role, permissions, tailored } = (await patch(colleague.id, body)).body;
      return { role, permissions, tailored };
    };
    const accountant = { role: 'Accountant', permissions: presetOf('Person', 'Accountant'), tailored: false };
    expect(await rights({ role: 'Accountant' })).toEqual(accountant);
    const few = { permissions: ['client.read', 'event.read'], tailored: true };
    expect(await rights({ permissions: ['event.read', 'client.read'] })).toEqual({ role: 'Accountant', ...few });
    expect(await rights({ role: 'Sales', permissions: ['client.read', 'event.read'] })).toEqual({
      role: 'Sales',
      ...few,
    });
    expect(await rights({ role: 'Accountant' })).toEqual(accountant);
  });

  it('200: audited with before and after; no entry if nothing changes', async () => {
    await patch(colleague.id, { role: 'Read-only' });
    for (const body of [{}, { role: 'Read-only' }, { name: 'Test Person' }]) {
      expect((await patch(colleague.id, body)).status).toBe(200);
    }
    expect(await auditOf(api, owner.companyId, 'member.updated')).toMatchObject([
      {
        actor: `member ${owner.email}`,
        target: `member ${colleague.id}`,
        details: {
          email: colleague.email,
          changed: {
            role: { from: 'Sales', to: 'Read-only' },
            permissions: { to: presetOf('Person', 'Read-only') },
          },
        },
      },
    ]);
  });

  it('200 for a service member: the preset is reduced, and permissions for people are rejected', async () => {
    const { body } = await create({ name: 'ERP', role: 'Read-only' });
    expect((await patch(body.id, { role: 'Accountant' })).body.permissions).toEqual(presetOf('Service', 'Accountant'));
    const refused = await patch(body.id, { permissions: ['member.manage'] });
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/permissions/0', code: 'not_grantable' }] });
  });
});

describe('a company keeps an administrator', () => {
  const demotion = { role: 'Read-only' };

  it.each([
    ['demote', 'PATCH', '', demotion, '403 permission_missing'],
    ['deactivate', 'POST', '/deactivate', undefined, '401 session_missing'],
    ['remove', 'POST', '/remove', undefined, '401 session_missing'],
  ])(
    'of two who %s each other in parallel, in two processes, one remains',
    async (_, method, rest, body, rejection) => {
      const second = await TestApi.beside(api);
      try {
        const other = await world.member(owner.companyId);
        const others = await new World(second).session(other);
        const strike = (by: SessionCaller, id: number) => () =>
          by.call<ProblemView>(method, `${PATH}/${id}${rest}`, { body });
        const works = [strike(session, other.id), strike(others, owner.id)];
        const answers = await allAtOnce(api, owner.companyId, works);
        const outcomes = answers.map((answer) => `${answer.status} ${answer.body.code ?? ''}`.trim()).sort();
        expect(outcomes).toEqual(['200', rejection]);
        const rows = await api.database.query<{ count: number }>({
          name: 'test_administrators',
          text: `SELECT count(*)::int AS count FROM members WHERE company_id = $1 AND status = 'Active' AND 'member.manage' = ANY(permissions)`,
          values: [owner.companyId],
        });
        expect(rows).toEqual([{ count: 1 }]);
      } finally {
        await second.stop();
      }
    },
  );

  it('in a circle of three: a member who has lost the permission cannot remove it from others', async () => {
    const people = [owner, await world.member(owner.companyId), await world.member(owner.companyId)];
    const sessions = await Promise.all(people.map((person) => world.session(person)));
    const works = sessions.map((by, n) => () => patch(people[(n + 1) % 3]?.id ?? 0, demotion, by));
    const answers = await allAtOnce(api, owner.companyId, works);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403]);
  });
});

describe('GET /app/company/owners', () => {
  const PATH_OF_OWNERS = '/app/company/owners';

  it('401 without a session', async () => {
    expect((await api.call('GET', PATH_OF_OWNERS)).status).toBe(401);
  });

  it('200 for every member: the active people with company.manage, by name, and no others', async () => {
    const other = await world.member(owner.companyId, { permissions: ['client.read', 'company.manage'] });
    const gone = await world.member(owner.companyId);
    await world.change(gone, { status: 'Deactivated' });
    await world.member(await world.company());
    const answer = await (await world.session(colleague)).call<OwnerList>('GET', PATH_OF_OWNERS);
    expect(answer.status).toBe(200);
    const emails = answer.body.data.map(({ email }) => email);
    expect(emails.toSorted()).toEqual([owner.email, other.email].toSorted());
    expect(Object.keys(answer.body.data[0] ?? {})).toEqual(['id', 'name', 'email']);
  });
});
