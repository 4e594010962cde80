import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemView } from '@billhook/contract/problem';
import { GRANTABLE_PERMISSIONS, PERMISSIONS, isPermission, type Permission } from '@billhook/domain/permissions';
import { OpenApiDocument } from '../src/openapi/openapi-document.js';
import { TestApi } from './support/api.js';
import { World, type KeyCaller, type SeededMember } from './support/world.js';

let api: TestApi;
let world: World;
let member: SeededMember;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
  member = await world.member(await world.company());
});
afterAll(() => api.stop());

interface Guarded {
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** The operations under a prefix that ask for a permission, with ids that no record has. */
function guarded(prefix: string): Guarded[] {
  return Object.entries(api.app.get(OpenApiDocument).document.paths)
    .filter(([path]) => path.startsWith(prefix))
    .flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method] as { 'x-permission'?: string } | undefined;
        const permission = operation?.['x-permission'] ?? '';
        const filled = path.replaceAll(/\{[^}]+\}/g, '999999999');
        return isPermission(permission) ? [{ method: method.toUpperCase(), path: filled, permission }] : [];
      }),
    );
}

const body = (method: string) => (method === 'GET' || method === 'DELETE' ? {} : { body: {} });

describe('every guarded route of /v1', () => {
  it('are found', () => {
    expect(guarded('/v1/').length).toBeGreaterThan(20);
  });

  it('403 with every permission but the one it needs, naming it, before a record is looked for', async () => {
    const keys = new Map<Permission, KeyCaller>();
    for (const { method, path, permission } of guarded('/v1/')) {
      const others = GRANTABLE_PERMISSIONS.filter((other) => other !== permission);
      const key = keys.get(permission) ?? (await world.key({ member, scopes: others }));
      keys.set(permission, key);
      const answer = await key.call<ProblemView>(method, path, body(method));
      expect([method, path, answer.status, answer.body]).toMatchObject([
        method,
        path,
        403,
        {
          code: 'insufficient_scope',
          requiredPermissions: [permission],
          missing: [permission],
          held: others,
          cause: 'scope_missing',
          whoCanFix: 'key_owner',
          detail: expect.stringContaining(PERMISSIONS[permission].summary.toLowerCase()),
        },
      ]);
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer realm="billhook", error="insufficient_scope", scope="${permission}"`,
      );
      const fix = new URL(String(answer.body['fixUrl']), api.url);
      expect(fix.pathname).toBe('/settings/api-keys');
      expect(fix.searchParams.get('scopes')?.split(',').sort()).toEqual([...GRANTABLE_PERMISSIONS].sort());
    }
  });

  it('not 401 and not 403 with the one permission it needs and no other', async () => {
    for (const { method, path, permission } of guarded('/v1/')) {
      const key = await world.key({ member, scopes: [permission] });
      const answer = await key.call(method, path, body(method));
      expect([method, path, [401, 403].includes(answer.status), answer.status < 500]).toEqual([
        method,
        path,
        false,
        true,
      ]);
    }
  });
});

describe('every guarded route of /app', () => {
  it('403 permission_missing for a member with every permission but the one it needs', async () => {
    const everything = Object.keys(PERMISSIONS).filter(isPermission);
    const routes = guarded('/app/');
    expect(routes.length).toBeGreaterThan(5);
    const permissions = new Set(routes.map((route) => route.permission));
    for (const permission of permissions) {
      const lacking = await world.member(member.companyId, { permissions: everything.filter((p) => p !== permission) });
      const session = await world.session(lacking);
      for (const { method, path } of routes.filter((route) => route.permission === permission)) {
        const answer = await session.call<ProblemView>(method, path, body(method));
        expect([method, path, answer.status, answer.body]).toMatchObject([
          method,
          path,
          403,
          { code: 'permission_missing', missing: [permission], cause: 'member_lacks', whoCanFix: 'administrator' },
        ]);
        expect(answer.headers.get('www-authenticate')).toBeNull();
      }
    }
  });

  it('401 for everybody who is not signed in', async () => {
    for (const { method, path } of guarded('/app/')) {
      const answer = await api.call<ProblemView>(method, path, body(method));
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 401, 'session_missing']);
    }
  });
});

describe('a scope that no key should carry', () => {
  it('opens nothing: not the API, and not the settings', async () => {
    const key = await world.key({ member, scopes: ['api_key.create'] });
    const answer = await key.call<ProblemView>('GET', '/v1/clients');
    expect(answer.body).toMatchObject({ status: 403, code: 'insufficient_scope', missing: ['client.read'] });
    expect((await key.call('POST', '/app/api-keys', { body: {} })).status).toBe(401);
  });
});
