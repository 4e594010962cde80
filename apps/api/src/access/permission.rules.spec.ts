import { exampleOfProblem } from '@billhook/contract/examples/problem-examples';
import { EXAMPLE_IDS } from '@billhook/contract/shared/example-ids';
import { MEMBER_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { describe, expect, it } from '@jest/globals';
import type { KeyPrincipal, MemberPrincipal, PortalPrincipal, Principal } from '../request/principal.js';
import { accessProblemOf, requirePermission } from './permission.rules.js';

const base = {
  company: {
    id: 1,
    name: 'Atelier',
    kind: 'Production',
    plan: 'Pro',
    timeZone: 'Europe/Paris',
    clockOffset: 0,
    cell: 1,
    deletesAt: null,
  },
  memberId: 2,
  label: 'spec',
  origin: { ip: '::1', userAgent: null, requestId: 'req_1' },
} as const;
const end = new Date('2030-01-01');
const idHash = Buffer.alloc(32);

interface KeyOptions {
  readonly scopes?: readonly Permission[];
  readonly permissions?: readonly Permission[];
  readonly creatorPermissions?: readonly Permission[];
  readonly plan?: 'Free' | 'Pro';
  readonly creatorActive?: boolean;
}

function key({
  scopes = [],
  permissions = scopes,
  creatorPermissions = MEMBER_PERMISSIONS,
  plan = 'Pro',
  creatorActive = true,
}: KeyOptions): Principal & KeyPrincipal {
  const details = {
    id: EXAMPLE_IDS.key,
    name: 'k',
    prefix: 'bhk_12345678',
    scopes,
    expiresAt: null,
    status: 'active',
    familyId: 6,
    rateLimit: null,
  } as const;
  const company = { ...base.company, plan };
  return { ...base, company, kind: 'key', permissions, key: details, creatorActive, creatorPermissions };
}

const member = (permissions: readonly Permission[]): Principal & MemberPrincipal => ({
  ...base,
  kind: 'member',
  accountId: 3,
  permissions,
  session: { id: 1, idHash, confirmedAt: end, expiresAt: end },
});

const portal = (permissions: readonly Permission[]): Principal & PortalPrincipal => ({
  ...base,
  kind: 'portal',
  access: 'full',
  accountId: 3,
  permissions,
  session: { idHash, confirmedAt: end, expiresAt: end },
});

function rejection(principal: Principal, permission: Permission): Problem | undefined {
  try {
    requirePermission(principal, permission);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return undefined;
}

describe('requirePermission', () => {
  it('accepts every credential that has the permission', () => {
    for (const permission of MEMBER_PERMISSIONS) expect(rejection(member([permission]), permission)).toBeUndefined();
    expect(rejection(key({ scopes: ['client.read'] }), 'client.read')).toBeUndefined();
    expect(rejection(portal(['integration.write']), 'integration.write')).toBeUndefined();
  });

  it('treats every permission separately: none implies another', () => {
    for (const held of MEMBER_PERMISSIONS) {
      for (const needed of MEMBER_PERMISSIONS) {
        if (held !== needed) expect(rejection(member([held]), needed)?.code).toBe('permission_missing');
      }
    }
  });

  it.each<[string, KeyOptions, Permission, object]>([
    [
      'the key lacks it',
      { scopes: ['client.read'] },
      'client.write',
      { code: 'insufficient_scope', cause: 'scope_missing' },
    ],
    [
      'the creator lost it',
      { scopes: ['client.read', 'client.write'], permissions: ['client.read'] },
      'client.write',
      { code: 'creator_permission_lost', cause: 'creator_lacks' },
    ],
    [
      'the creator is deactivated',
      { scopes: ['client.read'], creatorActive: false },
      'client.read',
      { code: 'creator_inactive' },
    ],
    [
      'the plan is free',
      { scopes: ['client.read'], plan: 'Free' },
      'client.read',
      { code: 'plan_required', cause: 'plan' },
    ],
    [
      'no key can have it',
      { scopes: ['client.read'] },
      'audit.read',
      { code: 'not_grantable', whoCanFix: 'administrator' },
    ],
    [
      'all of these apply: the deepest cause is reported',
      { scopes: [], creatorActive: false, plan: 'Free' },
      'client.read',
      { code: 'creator_inactive' },
    ],
  ])('reports that %s', (_, options, permission, expected) => {
    const problem = rejection(key(options), permission);
    const reported = { code: problem?.code, ...problem?.options.extensions };
    expect(reported).toMatchObject({ ...expected, requiredPermissions: [permission], missing: [permission] });
    expect(problem?.message).toContain(permission);
  });

  it('links the owner of a key to the form, with the existing and the missing permissions selected', () => {
    const problem = rejection(key({ scopes: ['client.read', 'quote.read'] }), 'invoice.read');
    expect(problem?.options.extensions).toMatchObject({
      whoCanFix: 'key_owner',
      fixUrl: '/settings/api-keys?create=1&scopes=client.read,quote.read,invoice.read',
      held: ['client.read', 'quote.read'],
    });
  });

  it.each<[string, readonly Permission[]]>([
    ['does not hold it', ['client.read', 'api_key.create']],
    ['cannot create keys', ['client.read', 'invoice.read']],
  ])('links an administrator to the form when the creator %s', (_, creatorPermissions) => {
    const problem = rejection(key({ scopes: ['client.read'], creatorPermissions }), 'invoice.read');
    expect(problem).toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('cannot create one'),
      options: { extensions: { whoCanFix: 'administrator' } },
    });
  });

  it('asks a manager of a company on the Free plan to upgrade it, and others to ask an administrator', () => {
    const owner = rejection(key({ scopes: ['client.read'], plan: 'Free' }), 'client.read');
    expect(owner?.message).toContain('Atelier is on the Free plan, on which API keys do not work. Upgrade the plan');
    expect(owner?.options.extensions).toMatchObject({
      whoCanFix: 'key_owner',
      fixUrl: '/settings/api-keys?create=1',
      held: [],
    });
    const member = key({ scopes: ['client.read'], plan: 'Free', creatorPermissions: ['client.read'] });
    expect(rejection(member, 'client.read')?.options.extensions).toMatchObject({ whoCanFix: 'administrator' });
  });

  it('checks several permissions together, and names the missing ones', () => {
    const caller = key({ scopes: ['client.read'] });
    expect(() => requirePermission(caller, 'client.read')).not.toThrow();
    const needed = ['client.read', 'payment.read', 'quote.read'] as const;
    expect(() => requirePermission(caller, ...needed)).toThrow(
      'This requires payment.read (view payments) and quote.read (view quotes). The key does not have it. Create a key that does.',
    );
    expect(accessProblemOf(caller, needed)).toMatchObject({
      requiredPermissions: needed,
      missing: ['payment.read', 'quote.read'],
      held: ['client.read'],
      whoCanFix: 'key_owner',
      fixUrl: '/settings/api-keys?create=1&scopes=client.read,payment.read,quote.read',
    });
  });

  it('links to a form with all missing permissions that keys can have', () => {
    const creatorPermissions = ['client.read', 'payment.read', 'api_key.create'] as const;
    const caller = key({ scopes: ['client.read', 'invoice.read'], permissions: ['client.read'], creatorPermissions });
    expect(accessProblemOf(caller, ['payment.read', 'invoice.read', 'audit.read'])).toMatchObject({
      code: 'insufficient_scope',
      missing: ['payment.read', 'invoice.read', 'audit.read'],
      whoCanFix: 'administrator',
      fixUrl: '/settings/api-keys?create=1&scopes=client.read,invoice.read,payment.read',
    });
    expect(accessProblemOf(caller, ['payment.read'])).toMatchObject({ whoCanFix: 'key_owner' });
  });

  it.each<[ProblemCode, Principal]>([
    ['insufficient_scope', key({ scopes: ['client.read', 'invoice.read'] })],
    ['creator_permission_lost', key({ scopes: ['invoice.read', 'invoice.write'], permissions: ['invoice.read'] })],
    ['creator_inactive', key({ scopes: ['invoice.write'], creatorActive: false })],
    ['plan_required', key({ scopes: ['invoice.write'], plan: 'Free' })],
    ['permission_missing', member(['invoice.read'])],
  ])('returns for %s what the error catalogue shows', (code, principal) => {
    const shown = exampleOfProblem(code);
    const problem = rejection(principal, 'invoice.write');
    expect(problem?.code).toBe(code);
    expect(problem?.options).toEqual(shown.options);
    expect(problem?.message.replace('Atelier', 'Studio Nord SAS')).toBe(shown.message);
  });

  it('refers members and portals to their administrator', () => {
    for (const principal of [member([]), portal([])]) {
      expect(rejection(principal, 'integration.write')).toMatchObject({
        code: 'permission_missing',
        options: { extensions: { cause: 'member_lacks', whoCanFix: 'administrator', held: [] } },
      });
    }
  });
});
