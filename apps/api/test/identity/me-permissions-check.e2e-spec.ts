import type { CheckPermissions, PermissionCheckView } from '@billhook/contract/identity/me';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS, GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { rowCounts } from '../support/audit-rows.js';
import { guardedRoutes } from '../support/routes.js';
import { startWorld } from '../support/start.js';
import type { Caller, KeyCaller, SeededMember } from '../support/world.js';

const PATH = '/v1/me/permissions/check';

const { api, world } = await startWorld({ PUBLIC_URL: 'https://billing.example' });
let member: SeededMember;
let key: KeyCaller;

beforeEach(async () => {
  member = await world.member(await world.company());
  key = await world.key({ member, scopes: ['client.read', 'invoice.read', 'payment.write'] });
});

type Asked = NonNullable<CheckPermissions['requests']>[number];

async function check(by: Caller, body: CheckPermissions): Promise<PermissionCheckView> {
  const answer = await by.call<PermissionCheckView>('POST', PATH, { body });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

const one = async (method: Asked['method'], path: string): Promise<unknown> =>
  (await check(key, { requests: [{ method, path }] })).requests[0];

const ALLOWED = { allowed: true, missing: [], code: null, detail: null, cause: null, whoCanFix: null, fixUrl: null };

describe('POST /v1/me/permissions/check', () => {
  it('401 without a key', async () => {
    const answer = await api.call('POST', PATH, { body: { permissions: ['client.read'] } });
    expect(answer.body).toMatchObject({ status: 401, code: 'credential_missing' });
  });

  it.each<[string, unknown, string, string]>([
    ['nothing asked', {}, '', 'required'],
    ['empty lists', { requests: [], permissions: [] }, '', 'required'],
    ['101 questions', { permissions: Array.from({ length: 101 }, () => 'client.read') }, '/permissions', 'too_big'],
    ['101 questions of both kinds', { permissions: ['client.read'], requests: hundred() }, '', 'too_big'],
    [
      'a permission that there is not',
      { permissions: ['client.read', 'client.own'] },
      '/permissions/1',
      'invalid_value',
    ],
    ['a method that there is not', asked('FETCH', '/v1/clients'), '/requests/0/method', 'invalid_value'],
    ['a method in lower case', asked('get', '/v1/clients'), '/requests/0/method', 'invalid_value'],
    ['a path of another surface', asked('GET', '/app/clients'), '/requests/0/path', 'invalid_format'],
    ['a whole address', asked('GET', 'https://billing.example/v1/clients'), '/requests/0/path', 'invalid_format'],
    ['a path with a space', asked('GET', '/v1/clients /7'), '/requests/0/path', 'invalid_format'],
    ['a path that cannot be decoded', asked('GET', '/v1/clients/%zz'), '/requests/0/path', 'invalid_value'],
    ['a path with a key in it', asked('GET', '/v1/clients?key=bhk_3kTn9Qa1'), '/requests/0/path', 'invalid_value'],
    ['an unknown member', { permissions: ['client.read'], dryRun: true }, '/dryRun', 'unknown_property'],
  ])('422 for %s', async (_, body, pointer, code) => {
    const answer = await key.call<ProblemView>('POST', PATH, { body });
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body', errors: [{ pointer, code }] });
  });

  it('200: the result, and the required permission', async () => {
    expect(await one('GET', '/v1/invoices/7')).toEqual({
      method: 'GET',
      path: '/v1/invoices/7',
      route: '/v1/invoices/{id}',
      status: null,
      requiredPermissions: ['invoice.read'],
      ...ALLOWED,
    });
    expect(await one('HEAD', '/v1/invoices?status=Sent')).toMatchObject({ route: '/v1/invoices', ...ALLOWED });
    expect(await one('GET', '/v1/%69nvoices')).toMatchObject({ route: '/v1/invoices', ...ALLOWED });
  });

  it('200: what needs no permission', async () => {
    for (const path of ['/v1/me', '/v1/me/permissions', '/v1/event-types/invoice.paid', '/v1/openapi.json']) {
      expect(await one('GET', path)).toMatchObject({ path, requiredPermissions: [], ...ALLOWED });
    }
  });

  it('200: an unknown path, and a method that a path does not have', async () => {
    expect(await one('GET', '/v1/invoises/7')).toEqual({
      method: 'GET',
      path: '/v1/invoises/7',
      route: null,
      requiredPermissions: [],
      ...ALLOWED,
      allowed: false,
      status: 404,
      code: 'route_not_found',
      detail: expect.any(String),
    });
    const wrong = await one('DELETE', '/v1/events');
    const real = await key.call<ProblemView>('DELETE', '/v1/events');
    expect(wrong).toMatchObject({ allowed: false, status: 405, route: null, detail: real.body.detail });
    expect(wrong).toMatchObject({ code: 'method_not_allowed' });
  });

  it('200: the permissions of `expand` in addition to the route', async () => {
    expect(await one('GET', '/v1/invoices/7?expand=client,payments')).toMatchObject({
      allowed: false,
      requiredPermissions: ['invoice.read', 'client.read', 'payment.read'],
      missing: ['payment.read'],
      status: 403,
    });
    expect(await one('GET', '/v1/invoices/7?expand=client')).toMatchObject(ALLOWED);
  });

  it('200: reads only the `expand` parameter of a query', async () => {
    const [reads, writes] = [['invoice.read'], ['payment.write']];
    for (const query of ['expand=bogus', 'expand=invoices', 'limit=0', 'colour=red', 'expand=']) {
      expect(await one('GET', `/v1/invoices/7?${query}`)).toMatchObject({ requiredPermissions: reads, ...ALLOWED });
    }
    expect(await one('GET', '/v1/clients/7?expand=quote')).toMatchObject({ requiredPermissions: ['client.read'] });
    expect(await one('POST', '/v1/payments?expand=quote')).toMatchObject({ requiredPermissions: writes, ...ALLOWED });
    expect(await one('GET', '/v1/invoices/7/timeline?expand=payments')).toMatchObject(ALLOWED);
  });

  it.each(['/v1/clients/', '/v1/clients//', '/v1/', '/v1/invoices//timeline'])(
    '200: %s is not a path, as for the call itself',
    async (path) => {
      const real = await key.call<ProblemView>('GET', path);
      expect([real.status, real.body.code]).toEqual([404, 'route_not_found']);
      expect(await one('GET', path)).toMatchObject({ allowed: false, route: null, status: 404, code: real.body.code });
    },
  );

  it('200: permissions by name, including those that no key has', async () => {
    const { allowed, permissions } = await check(key, { permissions: ['client.read', 'quote.read', 'audit.read'] });
    expect(allowed).toBe(false);
    expect(permissions).toMatchObject([
      { permission: 'client.read', requiredPermissions: ['client.read'], ...ALLOWED },
      { permission: 'quote.read', code: 'insufficient_scope', whoCanFix: 'key_owner' },
      { permission: 'audit.read', code: 'not_grantable', whoCanFix: 'administrator' },
    ]);
    const many = await check(key, { permissions: [...MEMBER_PERMISSIONS] });
    expect(many.permissions.filter((row) => row.allowed).map((row) => row.permission)).toEqual([
      'client.read',
      'invoice.read',
      'payment.write',
    ]);
    expect((await check(key, { permissions: ['client.read'] })).allowed).toBe(true);
  });

  it('200: 100 questions, answered in their order', async () => {
    const requests = hundred();
    const { requests: answered } = await check(key, { requests });
    expect(answered.map(({ method, path }) => ({ method, path }))).toEqual(requests);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['as it is', async () => undefined],
    [
      'whose creator lost what it carries',
      () => world.change(member, { permissions: ['client.read', 'api_key.create'] }),
    ],
    ['whose creator is deactivated', () => world.change(member, { status: 'Deactivated' })],
    ['whose company is on the Free plan', () => world.setPlan(member.companyId, 'Free')],
  ])('200: matches the 403 of every route, for a key %s', async (_, change) => {
    await change();
    const routes = guardedRoutes(api, '/v1/');
    for (let at = 0; at < routes.length; at += 100) {
      const part = routes.slice(at, at + 100);
      const { requests } = await check(key, {
        requests: part.map(({ method, path }) => ({ method: method as Asked['method'], path })),
      });
      for (const [n, { method, path }] of part.entries()) {
        const said = requests[n];
        const real = await key.call<ProblemView>(method, path, method === 'GET' ? {} : { body: {} });
        expect([method, path, said?.allowed]).toEqual([method, path, real.status !== 403]);
        if (!said?.allowed) expect(real.body).toMatchObject(withoutRequest(said ?? {}));
      }
    }
  });

  it('makes none of the checked calls, and leaves no trace', async () => {
    const writer = await world.key({ member, scopes: GRANTABLE_PERMISSIONS });
    const before = await rowCounts(api);
    const requests = guardedRoutes(api, '/v1/')
      .slice(0, 100)
      .map(({ method, path }) => ({ method: method as Asked['method'], path }));
    expect((await check(writer, { requests })).allowed).toBe(true);
    expect(await rowCounts(api)).toEqual(before);
  });
});

/** The part of a result that describes the error. */
function withoutRequest(said: Partial<PermissionCheckView['requests'][number]>): object {
  const { method: _, path: __, route: ___, allowed: ____, ...rejection } = said;
  return rejection;
}

function asked(method: string, path: string): { requests: { method: string; path: string }[] } {
  return { requests: [{ method, path }] };
}

function hundred(): Asked[] {
  return Array.from({ length: 100 }, (_, n) => ({ method: 'GET', path: `/v1/invoices/${n + 1}` }));
}
