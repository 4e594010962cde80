import type { ApiKeyList, ApiKeyView, CreatedApiKey, KeyPolicy } from '@billhook/contract/identity/key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { isOutsidePolicy } from '@billhook/domain/identity/key-policy';
import { KEY_EXPIRIES } from '@billhook/domain/identity/key-status';
import { MEMBER_PERMISSIONS, GRANTABLE_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const POLICY = '/app/company/key-policy';
const NETWORK = ['127.0.0.0/8'];
const STRICT: KeyPolicy = { longestLifetime: '90d', cidrsRequired: true };
const keyBody = { name: 'Nightly export', scopes: ['client.read'], expiry: 'none' };

const { api, world } = await startWorld();
let admin: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  admin = await world.member(await world.company());
  session = await world.session(admin);
});

type Made = Answer<CreatedApiKey & ProblemView>;

/** Signed in, with every permission but these. */
const lacking = async (...missing: Permission[]): Promise<SessionCaller> => {
  const permissions = MEMBER_PERMISSIONS.filter((permission) => !missing.includes(permission));
  return world.session(await world.member(admin.companyId, { permissions }));
};

const setPolicy = (policy: object, by = session) => by.call<KeyPolicy & ProblemView>('PUT', POLICY, { body: policy });
const create = (body: object): Promise<Made> => session.call('POST', '/app/api-keys', { body });
const change = (id: number, body: object) =>
  session.call<ApiKeyView & ProblemView>('PATCH', `/app/api-keys/${id}`, { body });
const get = async (id: number): Promise<ApiKeyView> =>
  (await session.call<ApiKeyView>('GET', `/app/api-keys/${id}`)).body;
const codes = ({ errors }: ProblemView): string[] | undefined =>
  errors?.map(({ pointer, code }) => `${pointer} ${code}`);

describe('the policy of keys', () => {
  it('401 without a session; 403 to set it without api_key.manage; all members read it', async () => {
    expect((await api.call('GET', POLICY)).status).toBe(401);
    const by = await lacking('api_key.manage');
    expect((await setPolicy(STRICT, by)).body).toMatchObject({ status: 403, missing: ['api_key.manage'] });
    const answer = await by.call('GET', POLICY);
    expect(answer.body).toEqual({ longestLifetime: 'none', cidrsRequired: false });
  });

  it.each<[string, object, string]>([
    ['half of one', { longestLifetime: '1y' }, '/cidrsRequired'],
    ['a lifetime that is no choice', { ...STRICT, longestLifetime: '30d' }, '/longestLifetime'],
    ['something else', { ...STRICT, exempt: [7] }, '/exempt'],
  ])('422 for %s', async (_, body, pointer) => {
    expect((await setPolicy(body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('200: stored, only for this company, and audited with the previous policy', async () => {
    expect((await setPolicy(STRICT)).body).toEqual(STRICT);
    expect((await setPolicy(STRICT)).body).toEqual(STRICT);
    const next = { ...STRICT, longestLifetime: '1y' };
    expect((await setPolicy(next)).body).toEqual(next);
    expect((await session.call('GET', POLICY)).body).toEqual(next);
    const elsewhere = await world.session(await world.member(await world.company()));
    expect((await elsewhere.call('GET', POLICY)).body).toMatchObject({ longestLifetime: 'none' });
    expect(await auditOf(api, admin.companyId, 'key_policy.updated')).toMatchObject([
      {
        details: {
          changed: { longestLifetime: { from: 'none', to: '90d' }, cidrsRequired: { from: false, to: true } },
        },
      },
      { details: { changed: { longestLifetime: { from: '90d', to: '1y' } } } },
    ]);
  });

  it('applies to new keys: 422 names each rule, and valid keys are accepted', async () => {
    await setPolicy(STRICT);
    const refused = await create(keyBody);
    expect(codes(refused.body)).toEqual(['/expiry policy_lifetime', '/allowedCidrs policy_cidrs']);
    expect(codes((await create({ ...keyBody, expiry: '1y', allowedCidrs: NETWORK })).body)).toEqual([
      '/expiry policy_lifetime',
    ]);
    expect(codes((await create({ ...keyBody, expiry: '90d', allowedCidrs: [] })).body)).toEqual([
      '/allowedCidrs policy_cidrs',
    ]);
    const made = await create({ ...keyBody, expiry: '90d', allowedCidrs: NETWORK });
    expect(made.body.apiKey).toMatchObject({ outsidePolicy: false });
    // Other errors are reported with them.
    const both = await create({ ...keyBody, scopes: ['audit.read'], allowedCidrs: ['127.0.0.1/8'] });
    expect(codes(both.body)).toEqual([
      '/scopes/0 not_grantable',
      '/allowedCidrs/0 host_bits',
      '/expiry policy_lifetime',
    ]);
  });

  it('does not change existing keys, but applies to their rotation and their networks', async () => {
    const { apiKey, secret } = (await create(keyBody)).body;
    await setPolicy(STRICT);
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
    expect(await get(apiKey.id)).toMatchObject({ status: 'active', outsidePolicy: true });

    const rotate = (body: object): Promise<Made> =>
      session.call('POST', `/app/api-keys/${apiKey.id}/rotate`, { body: { graceSeconds: 60, ...body } });
    expect(codes((await rotate({})).body)).toEqual(['/expiry policy_lifetime', '/allowedCidrs policy_cidrs']);
    const successor = await rotate({ expiry: '90d', allowedCidrs: NETWORK });
    expect(successor.body.apiKey).toMatchObject({ outsidePolicy: false, lifetime: '90d' });

    // A new name is not restricted; networks cannot be removed again.
    expect((await change(apiKey.id, { name: 'Renamed' })).status).toBe(200);
    expect(codes((await change(apiKey.id, { allowedCidrs: [] })).body)).toEqual(['/allowedCidrs policy_cidrs']);
    expect((await change(apiKey.id, { allowedCidrs: NETWORK })).status).toBe(200);
    expect(await get(apiKey.id)).toMatchObject({ lifetime: 'none', outsidePolicy: true });
    await session.call('POST', `/app/api-keys/${apiKey.id}/revoke`);
    expect(await get(apiKey.id)).toMatchObject({ status: 'revoked', outsidePolicy: false });
  });

  it('the filter finds the keys outside of it, by the same rule as each key shows', async () => {
    for (const expiry of KEY_EXPIRIES) {
      for (const allowedCidrs of [[], NETWORK]) await create({ ...keyBody, expiry, allowedCidrs });
    }
    const [last] = (await session.call<ApiKeyList>('GET', '/app/api-keys')).body.data;
    await session.call('POST', `/app/api-keys/${last?.id}/revoke`);
    const list = async (query: string): Promise<ApiKeyList> =>
      (await session.call<ApiKeyList>('GET', `/app/company/api-keys?${query}`)).body;
    for (const longestLifetime of KEY_EXPIRIES) {
      for (const cidrsRequired of [false, true]) {
        const policy = { longestLifetime, cidrsRequired };
        await setPolicy(policy);
        const { data } = await list('');
        const outside = data.filter((key) => isOutsidePolicy(policy, key)).map(({ id }) => id);
        expect(data.filter((key) => key.outsidePolicy).map(({ id }) => id)).toEqual(outside);
        const found = await list('outsidePolicy=true');
        expect(found.data.map(({ id }) => id)).toEqual(outside);
        expect(found.counts).toMatchObject({ active: outside.length, revoked: 0 });
      }
    }
  });
});

describe('the keys of a service member', () => {
  let service: { id: number; companyId: number };
  let key: KeyCaller;

  beforeEach(async () => {
    service = await world.service(admin.companyId, ['client.read', 'invoice.read', 'integration.write']);
    key = await world.key({ member: service, scopes: ['client.read', 'integration.write'] });
  });

  const make = (id: number, body: object = keyBody, by = session): Promise<Made> =>
    by.call('POST', `/app/members/${id}/api-keys`, { body });
  const manage = (path: string, method: string, body: object, by = session): Promise<Made> =>
    by.call(method, `/app/company/api-keys/${key.id}${path}`, { body });

  it('401 without a session; 403 without api_key.manage or api_key.create, on the Free plan, and after 10 minutes', async () => {
    expect((await api.call('POST', `/app/members/${service.id}/api-keys`, { body: keyBody })).status).toBe(401);
    for (const missing of ['api_key.manage', 'api_key.create'] as const) {
      const by = await lacking(missing);
      expect((await make(service.id, keyBody, by)).body).toMatchObject({ status: 403, missing: [missing] });
      expect((await manage('/rotate', 'POST', { graceSeconds: 0 }, by)).body).toMatchObject({ missing: [missing] });
    }
    await world.setPlan(admin.companyId, 'Free');
    expect((await make(service.id)).body).toMatchObject({ code: 'plan_required' });
    await world.setPlan(admin.companyId, 'Pro');
    api.clock.advance(10 * 60_000 + 1);
    expect((await make(service.id)).body).toMatchObject({ code: 'step_up_required' });
    expect((await manage('/rotate', 'POST', { graceSeconds: 0 })).body).toMatchObject({ code: 'step_up_required' });
    api.clock.set(new Date());
  });

  it('404 for a member of another company and an unknown one; 409 for a person, including oneself, and for a removed one', async () => {
    const stranger = await world.service(await world.company());
    for (const id of [stranger.id, 999_999_999]) expect((await make(id)).body).toMatchObject({ status: 404 });
    const colleague = await world.member(admin.companyId);
    for (const { id } of [colleague, admin]) {
      expect((await make(id)).body).toMatchObject({ status: 409, code: 'member_not_service' });
    }
    await world.change(service, { status: 'Deactivated' });
    expect((await make(service.id)).body).toMatchObject({ status: 403, code: 'creator_inactive' });
    await world.change(service, { status: 'Removed' });
    expect((await make(service.id)).body).toMatchObject({ status: 409, code: 'member_removed' });
  });

  it("409 to rotate, rename or move a person's key, which only they may do", async () => {
    const theirs = await world.key({ member: await world.member(admin.companyId) });
    const path = `/app/company/api-keys/${theirs.id}`;
    const answers = [
      await session.call('POST', `${path}/rotate`, { body: { graceSeconds: 0 } }),
      await session.call('PATCH', path, { body: { name: 'Mine now' } }),
      await session.call('PATCH', path, { body: { allowedCidrs: [] } }),
    ];
    for (const { body } of answers) expect(body).toMatchObject({ status: 409, code: 'member_not_service' });
  });

  it('422 for permissions that the service member or the caller does not have', async () => {
    const by = await lacking('invoice.read');
    const scopes = ['client.read', 'quote.read', 'invoice.read'];
    expect((await make(service.id, { ...keyBody, scopes }, by)).body).toMatchObject({
      status: 422,
      errors: [
        { pointer: '/scopes/1', code: 'not_held', message: 'is a permission that ERP does not have' },
        { pointer: '/scopes/2', code: 'not_held', message: 'is a permission that you do not have' },
      ],
    });
  });

  it('201: owned by the service member, created by the caller; the preset has what both have', async () => {
    const answer = await make(service.id);
    const { apiKey, secret } = answer.body;
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(apiKey.creator).toEqual({ id: service.id, kind: 'Service', name: 'ERP', email: null, status: 'Active' });
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
    expect(await auditOf(api, admin.companyId, 'api_key.created')).toMatchObject([
      { actor: `member ${admin.email}`, target: apiKey.prefix, details: { memberId: service.id, member: 'ERP' } },
    ]);
    const preset = { name: 'Reader', preset: 'readOnly', expiry: '1y' };
    const byOther = await make(service.id, preset, await lacking('invoice.read'));
    expect(byOther.body.apiKey.scopes).toEqual(['client.read']);
    // It is not in the caller's own list.
    const own = await session.call<ApiKeyList>('GET', '/app/api-keys');
    expect(own.body.data).toEqual([]);
  });

  it('201 rotated, 200 renamed and with new networks by a member who manages the keys', async () => {
    expect((await manage('', 'PATCH', { name: 'ERP sync', allowedCidrs: NETWORK, rateLimit: 600 })).body).toMatchObject(
      {
        ...{ name: 'ERP sync', allowedCidrs: NETWORK, rateLimit: 600 },
      },
    );
    const { apiKey, secret } = (await manage('/rotate', 'POST', { graceSeconds: 0 })).body;
    expect(apiKey).toMatchObject({
      name: 'ERP sync',
      rateLimit: 600,
      creator: { id: service.id },
      predecessor: { id: key.id },
    });
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
    expect((await key.call('GET', '/v1/clients')).status).toBe(401);
  });

  it('422 to rotate one with more permissions than the caller', async () => {
    const by = await lacking('integration.write');
    const refused = await manage('/rotate', 'POST', { graceSeconds: 0 }, by);
    expect(refused.body).toMatchObject({ status: 422, errors: [{ code: 'not_held' }] });
    expect(refused.body.detail).toContain('integration.write');
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
    // The new key has no permission that the service member lost.
    await world.change(service, { permissions: ['client.read'] });
    expect((await manage('/rotate', 'POST', { graceSeconds: 0 }, by)).body.apiKey.scopes).toEqual(['client.read']);
  });

  it('works as far as the service member may, independent of its creator', async () => {
    const maker = await world.member(admin.companyId);
    const { secret } = (await make(service.id, keyBody, await world.session(maker))).body;
    await world.change(maker, { status: 'Removed', permissions: [] });
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
    await world.change(service, { permissions: GRANTABLE_PERMISSIONS.filter((p) => p !== 'client.read') });
    expect((await world.bearer(secret).call('GET', '/v1/clients')).body).toMatchObject({
      code: 'creator_permission_lost',
    });
  });
});
