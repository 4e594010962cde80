import type { ProblemView } from '@billhook/contract/shared/problem';
import type { Tx } from '@billhook/db/unit-of-work';
import {
  MEMBER_PERMISSIONS,
  GRANTABLE_PERMISSIONS,
  PERMISSIONS,
  type Permission,
} from '@billhook/domain/identity/permissions';
import { isFullRun } from '@billhook/testing/full-run';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { allAtOnce } from '../support/concurrent-changes.js';
import { Invitations, newAddress, outcomeOf } from '../support/invitations.js';
import { guardedRoutes, type GuardedRoute } from '../support/routes.js';
import { sendSlowly } from '../support/slow-body.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld({ PUBLIC_URL: 'https://billing.example' });
const member = await world.member(await world.company());

const guarded = (prefix: string): GuardedRoute[] => guardedRoutes(api, prefix);
const body = (method: string) => (method === 'GET' || method === 'DELETE' ? {} : { body: {} });

/**
 * The routes to call with a single permission: all of them, or in a short run its own and those of the next permission, so that each route
 * is called with its own and with one other.
 */
function walked(routes: readonly GuardedRoute[], held: Permission, all: readonly Permission[]): GuardedRoute[] {
  const next = all[(all.indexOf(held) + 1) % all.length];
  return routes.filter(({ permission }) => isFullRun || permission === held || permission === next);
}

/** What is decided after the permission: the password, and whether the company is a sandbox. */
const LATER: readonly unknown[] = ['step_up_required', 'sandbox_required'];

/** Whether the gate admitted a call, or the rejection with the permission that is missing. */
function verdictOf({ status, body }: Answer<ProblemView>): string {
  const isRejected = status === 401 || (status === 403 && !LATER.includes(body.code));
  return isRejected ? `${status} ${body.code} ${[body['missing']].flat().join(' ')}` : 'admitted';
}

/** The verdict on a caller with a single permission. */
function expectedVerdict(code: string, { needs }: GuardedRoute, held: Permission): string {
  const missing = needs.filter((permission) => permission !== held);
  return missing.length === 0 ? 'admitted' : `403 ${code} ${missing.join(' ')}`;
}

describe('every guarded route of /v1', () => {
  it('are found', () => {
    expect(guarded('/v1/').length).toBeGreaterThan(20);
  });

  it('403 with every permission but the required one, which it names, before a record is read', async () => {
    const keys = new Map<Permission, KeyCaller>();
    for (const { method, path, permission, needs } of guarded('/v1/')) {
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
          requiredPermissions: needs,
          missing: [permission],
          held: others,
          cause: 'scope_missing',
          whoCanFix: 'key_owner',
          detail: expect.stringContaining(PERMISSIONS[permission].summary.en.toLowerCase()),
        },
      ]);
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer realm="billhook", error="insufficient_scope", scope="${needs.join(' ')}", resource_metadata="https://billing.example/.well-known/oauth-protected-resource/v1"`,
      );
      expect(answer.headers.get('x-required-permissions')).toBe(needs.join(', '));
      expect(answer.headers.get('x-key-permissions')).toBe(others.join(', '));
      const fix = new URL(String(answer.body['fixUrl']));
      expect(fix.origin + fix.pathname).toBe('https://billing.example/settings/api-keys');
      expect(fix.searchParams.get('scopes')?.split(',').sort()).toEqual([...GRANTABLE_PERMISSIONS].sort());
    }
  });

  it('opens with its own permission alone or names its second one, and opens with no other single one', async () => {
    for (const permission of GRANTABLE_PERMISSIONS) {
      const key = await world.key({ member, scopes: [permission] });
      for (const route of walked(guarded('/v1/'), permission, GRANTABLE_PERMISSIONS)) {
        const { method, path } = route;
        const answer = await key.call<ProblemView>(method, path, body(method));
        expect([permission, method, path, answer.status < 500, verdictOf(answer)]).toEqual([
          permission,
          method,
          path,
          true,
          expectedVerdict('insufficient_scope', route, permission),
        ]);
      }
    }
  });
});

describe('why a key is rejected', () => {
  interface Case {
    readonly scopes?: readonly Permission[];
    readonly holds?: readonly Permission[];
    readonly plan?: 'Free';
    readonly status?: 'Deactivated';
    readonly expected: object;
    readonly fix: string;
  }
  const key = '/settings/api-keys?create=1';
  /** And the id of the member who created the key. */
  const ofCreator = '/settings/members/';
  const cases: Readonly<Record<string, Case>> = {
    'the key lacks it': {
      scopes: ['client.write', 'quote.read'],
      expected: { code: 'insufficient_scope', cause: 'scope_missing', whoCanFix: 'key_owner' },
      fix: `${key}&scopes=client.write,quote.read,client.read`,
    },
    'the key lacks it, and so does its creator': {
      scopes: ['quote.read'],
      holds: ['quote.read', 'api_key.create'],
      expected: { code: 'insufficient_scope', cause: 'scope_missing', whoCanFix: 'administrator' },
      fix: `${key}&scopes=quote.read,client.read`,
    },
    'its creator lost it': {
      scopes: ['client.read', 'quote.read'],
      holds: ['quote.read', 'invoice.read'],
      expected: { code: 'creator_permission_lost', cause: 'creator_lacks', whoCanFix: 'administrator' },
      fix: ofCreator,
    },
    'its creator is deactivated': {
      status: 'Deactivated',
      expected: { code: 'creator_inactive', cause: 'creator_inactive', whoCanFix: 'administrator', held: [] },
      fix: ofCreator,
    },
    'the company is on the Free plan, which its creator can have changed': {
      plan: 'Free',
      expected: { code: 'plan_required', cause: 'plan', whoCanFix: 'key_owner', held: [] },
      fix: key,
    },
    'the company is on the Free plan, which its creator cannot have changed': {
      plan: 'Free',
      holds: ['client.read', 'api_key.create'],
      expected: { code: 'plan_required', cause: 'plan', whoCanFix: 'administrator', held: [] },
      fix: key,
    },
  };

  it.each(Object.entries(cases))('403 as %s, with the address to correct it', async (_, one) => {
    const creator = await world.member(await world.company());
    const caller = await world.key({ member: creator, scopes: one.scopes ?? ['client.read'] });
    await world.change(creator, { permissions: one.holds, status: one.status });
    if (one.plan) await world.setPlan(creator.companyId, one.plan);
    const answer = await caller.call<ProblemView>('GET', '/v1/clients');
    expect(answer.body).toMatchObject({
      status: 403,
      requiredPermissions: ['client.read'],
      missing: ['client.read'],
      fixUrl: `https://billing.example${one.fix === ofCreator ? `${ofCreator}${creator.id}` : one.fix}`,
      detail: expect.stringMatching(/^This requires client\.read \(view clients\)\. \S.+/),
      ...one.expected,
    });
    expectHeaders(answer);
  });

  /** The headers repeat the body, for clients that read only headers. */
  function expectHeaders({ headers, body: { requiredPermissions, held } }: Answer<ProblemView>): void {
    expect(headers.get('x-required-permissions')).toBe([requiredPermissions].flat().join(', '));
    expect(headers.get('x-key-permissions')).toBe([held].flat().join(', '));
    expect(headers.get('www-authenticate')).toContain(`scope="${[requiredPermissions].flat().join(' ')}"`);
  }

  it('is readable for a script of another site', async () => {
    const { headers } = await api.call('GET', '/v1/clients', { headers: { origin: 'https://elsewhere.example' } });
    const exposed = headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['WWW-Authenticate', 'X-Required-Permissions', 'X-Key-Permissions']),
    );
  });
});

describe('every guarded route of /app', () => {
  it('403 permission_missing for a member with every permission but the required one', async () => {
    const routes = guarded('/app/');
    expect(routes.length).toBeGreaterThan(5);
    const permissions = new Set(routes.map((route) => route.permission));
    for (const permission of permissions) {
      const lacking = await world.member(member.companyId, {
        permissions: MEMBER_PERMISSIONS.filter((p) => p !== permission),
      });
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

  it('opens with its own permission alone or names its second one, and opens with no other single one', async () => {
    for (const permission of MEMBER_PERMISSIONS) {
      // In a separate company: what is admitted may change it.
      const lone = await world.member(await world.company(), { permissions: [permission] });
      const session = await world.session(lone);
      for (const route of walked(guarded('/app/'), permission, MEMBER_PERMISSIONS)) {
        const { method, path } = route;
        const answer = await session.call<ProblemView>(method, path, body(method));
        expect([permission, method, path, answer.status < 500, verdictOf(answer)]).toEqual([
          permission,
          method,
          path,
          true,
          expectedVerdict('permission_missing', route, permission),
        ]);
      }
    }
  });

  it('401 without a session', async () => {
    for (const { method, path } of guarded('/app/')) {
      const answer = await api.call<ProblemView>(method, path, body(method));
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 401, 'session_missing']);
    }
  });
});

describe('permissions are checked when the change is made', () => {
  const GONE = [
    [{ status: 'Removed' }, '401 session_missing'],
    [{ permissions: ['client.read'] }, '403 permission_missing'],
  ] as const;

  /** In a separate company: a member who will lose permissions, a member to receive them, and a key to replace. */
  async function cast() {
    const companyId = await world.company();
    const [caller, accomplice] = [await world.member(companyId), await world.member(companyId, { role: 'Sales' })];
    const service = await world.service(companyId);
    const [own, theirs] = [await world.key({ member: caller }), await world.key({ member: service })];
    const session = await world.session(caller);
    const invitations = new Invitations(api);
    return { caller, accomplice, service, own, theirs, session, ...(await invitations.invite(session, newAddress())) };
  }

  const key = { name: 'Kept', expiry: '90d', scopes: ['client.read'] };
  type Cast = Awaited<ReturnType<typeof cast>>;
  const works = ({ accomplice, service, own, theirs, id }: Cast) =>
    [
      ['PATCH', `/app/members/${accomplice.id}`, { role: 'Owner' }],
      ['POST', `/app/members/${accomplice.id}/remove`, {}],
      ['POST', '/app/members', { name: 'ERP', role: 'Read-only' }],
      ['POST', '/app/invitations', { email: newAddress(), name: 'Ines', role: 'Owner' }],
      ['POST', `/app/invitations/${id}/resend`, {}],
      ['POST', `/app/invitations/${id}/withdraw`, {}],
      ['POST', '/app/api-keys', key],
      ['POST', `/app/api-keys/${own.id}/rotate`, { graceSeconds: 60 }],
      ['POST', `/app/members/${service.id}/api-keys`, key],
      ['POST', `/app/company/api-keys/${theirs.id}/rotate`, { graceSeconds: 60 }],
      ['PUT', '/app/company/key-policy', { longestLifetime: '90d', cidrsRequired: true }],
    ] as const;

  it.each(GONE)('members, invitations and keys: %j while they waited for the lock', async (loss, rejection) => {
    const all = await cast();
    for (const [method, path, body] of works(all)) {
      const begun = [() => all.session.call<ProblemView>(method, path, { body })];
      const lose = (tx: Tx): Promise<void> => world.change(all.caller, loss, tx);
      const [answer] = await allAtOnce(api, all.caller.companyId, begun, lose);
      expect([method, path, answer && outcomeOf(answer)]).toEqual([method, path, rejection]);
      await world.change(all.caller, { permissions: MEMBER_PERMISSIONS, status: 'Active' });
    }
  });

  it('remaining permissions: a waiting request cannot give permissions that were removed meanwhile', async () => {
    const all = await cast();
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'payment.write');
    const given = { permissions: ['payment.write'], scopes: ['payment.write'] };
    const begun = [
      () => all.session.call<ProblemView>('PATCH', `/app/members/${all.accomplice.id}`, { body: { role: 'Owner' } }),
      () =>
        all.session.call<ProblemView>('POST', '/app/members', {
          body: { name: 'ERP', role: 'Sales', permissions: given.permissions },
        }),
      () =>
        all.session.call<ProblemView>('POST', `/app/members/${all.service.id}/api-keys`, {
          body: { ...key, scopes: given.scopes },
        }),
    ];
    const answers = await allAtOnce(api, all.caller.companyId, begun, (tx) =>
      world.change(all.caller, { permissions }, tx),
    );
    expect(answers.map(({ body }) => body)).toMatchObject(
      begun.map(() => ({ status: 422, errors: [{ code: 'not_held' }] })),
    );
  });

  it.each(GONE)('on every route: %j between the headers and the body', async (loss, rejection) => {
    const all = await cast();
    const lost = world.change.bind(world, all.caller, loss);
    let done: Promise<void> | undefined;
    const once = (): Promise<void> => (done ??= lost());
    const company = ['PATCH', '/app/company', { name: 'Mine' }] as const;
    const requests = [company, ...works(all)];
    const { cookie } = all.session;
    const answers = requests.map((request) => sendSlowly(api.url, request, { cookie }, once));
    expect(await Promise.all(answers)).toEqual(requests.map(() => rejection));
  });

  it('with a key: revoked between the headers and the body, it writes nothing; otherwise it does', async () => {
    const [dead, living] = [await world.key({ member }), await world.key({ member })];
    const session = await world.session(member);
    const slow = ({ secret }: KeyCaller) =>
      sendSlowly(api.url, ['POST', '/v1/clients', clientBody], { authorization: `Bearer ${secret}` }, async () => {
        await session.call('POST', `/app/api-keys/${dead.id}/revoke`, { body: {} });
      });
    expect(await Promise.all([slow(dead), slow(living)])).toEqual(['401 key_revoked', '201']);
  });
});

describe('a scope that is not for keys', () => {
  it('grants nothing, neither in the API nor in the settings', async () => {
    const key = await world.key({ member, scopes: ['api_key.create'] });
    const answer = await key.call<ProblemView>('GET', '/v1/clients');
    expect(answer.body).toMatchObject({ status: 403, code: 'insufficient_scope', missing: ['client.read'] });
    expect((await key.call('POST', '/app/api-keys', { body: {} })).status).toBe(401);
  });
});
