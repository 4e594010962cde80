import { describe, expect, it } from '@jest/globals';
import {
  ALL_PERMISSIONS,
  APPLICATION_PERMISSIONS,
  effectivePermissions,
  GRANTABLE_PERMISSIONS,
  holds,
  isPermission,
  MEMBER_PERMISSIONS,
  permissionGroups,
  PERMISSIONS,
  readOnlyScopes,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
} from './permissions.js';

/** Permissions that would let a key extend its own permissions. No key can have them. */
const NOT_GRANTABLE = [
  ...['api_key.create', 'api_key.manage', 'oauth_app.manage', 'member.manage', 'company.manage'],
  'audit.read',
];

describe('the table', () => {
  it('contains every permission of the public API', () => {
    for (const name of ['api_key.create', 'api_key.manage', 'integration.write', 'invoice.read']) {
      expect(isPermission(name)).toBe(true);
    }
  });

  it.each(['', 'invoice', 'invoice.', 'invoice.Read', 'toString', '__proto__', 'constructor'])(
    '%j is not a permission',
    (name) => {
      expect(isPermission(name)).toBe(false);
    },
  );

  it('allows keys all permissions except those that give permissions', () => {
    expect(MEMBER_PERMISSIONS.filter((p) => !GRANTABLE_PERMISSIONS.includes(p))).toEqual(NOT_GRANTABLE);
  });

  it('has permissions that only applications can have, and no role or key', () => {
    const only = ALL_PERMISSIONS.filter((p) => !MEMBER_PERMISSIONS.includes(p));
    expect(only).toEqual(['integration.manage_all']);
    expect(APPLICATION_PERMISSIONS).toEqual([...GRANTABLE_PERMISSIONS, ...only]);
    for (const role of ROLES) expect(ROLE_PERMISSIONS[role].filter((p) => only.includes(p))).toEqual([]);
  });

  it.each<[Permission, string[]]>([
    ['invoice.write', ['send', 'reject', 'reopen', 'postpone', 'credit', 'write off', 'void', 'delete']],
    ['company.manage', ['legal details', 'time zone', 'lock date', 'tax rates', 'numbering']],
  ])('lists everything that %s allows', (permission, allowed) => {
    const summary = PERMISSIONS[permission].summary.en;
    expect(allowed.filter((words) => !summary.includes(words))).toEqual([]);
  });

  it('names each permission by its resource and its verb', () => {
    for (const permission of ALL_PERMISSIONS) {
      const { resource, verb } = PERMISSIONS[permission];
      expect(permission).toBe(`${resource}.${verb}`);
    }
  });

  it('groups permissions in the order of the table, each once', () => {
    expect(permissionGroups(ALL_PERMISSIONS).flatMap(({ permissions }) => permissions)).toEqual(ALL_PERMISSIONS);
    expect(permissionGroups(['audit.read', 'invoice.read', 'member.manage'])).toEqual([
      { title: { en: 'Invoices', fr: 'Factures' }, permissions: ['invoice.read'] },
      { title: { en: 'Administration', fr: 'Administration' }, permissions: ['audit.read', 'member.manage'] },
    ]);
  });

  it('describes each permission, with a unique text', () => {
    for (const language of ['en', 'fr'] as const) {
      const summaries = ALL_PERMISSIONS.map((p) => PERMISSIONS[p].summary[language]);
      expect(summaries.every((summary) => summary.trim().length > 5)).toBe(true);
      expect(new Set(summaries).size).toBe(summaries.length);
    }
  });
});

describe('readOnlyScopes', () => {
  it.each<[string, readonly Permission[], Permission[]]>([
    ['of nothing', [], []],
    ['of everything', MEMBER_PERMISSIONS, GRANTABLE_PERMISSIONS.filter((p) => p.endsWith('.read'))],
    [
      'of a few, in the order of the table',
      ['payment.read', 'invoice.write', 'client.read'],
      ['client.read', 'payment.read'],
    ],
    ['of permissions that no key can have', ['audit.read', 'api_key.manage'], []],
    ['of writes alone', ['client.write', 'integration.write'], []],
  ])('%s', (_, held, scopes) => {
    expect(readOnlyScopes(held)).toEqual(scopes);
  });
});

describe('effectivePermissions', () => {
  it.each<[string, Permission[], Permission[], Permission[]]>([
    ['all permissions that the creator has', ['invoice.read'], ['invoice.read', 'invoice.write'], ['invoice.read']],
    ['without those that the creator lost', ['invoice.read', 'invoice.write'], ['invoice.read'], ['invoice.read']],
    ['none if the creator lost all', ['invoice.read'], [], []],
    ['none without scopes', [], ['invoice.read'], []],
    [
      'in the order of the table',
      ['payment.read', 'client.read'],
      ['payment.read', 'client.read'],
      ['client.read', 'payment.read'],
    ],
    ['each once', ['client.read', 'client.read'], ['client.read'], ['client.read']],
    [
      'with the permission of applications that the member can give',
      ['integration.write', 'integration.manage_all'],
      ['integration.write'],
      ['integration.write', 'integration.manage_all'],
    ],
    [
      'without it if the member cannot give it',
      ['integration.manage_all', 'event.read'],
      ['event.read'],
      ['event.read'],
    ],
    ['without it if it was not given', ['integration.write'], ['integration.write'], ['integration.write']],
  ])('%s', (_, scopes, held, effective) => {
    expect(effectivePermissions(scopes, held)).toEqual(effective);
  });
});

describe('holds', () => {
  it.each<[Permission[], Permission, boolean]>([
    [['client.read'], 'client.read', true],
    [[], 'client.read', false],
    [['integration.write'], 'integration.manage_all', true],
    [['integration.manage_all'], 'integration.manage_all', false],
    [['integration.manage_all'], 'integration.write', false],
  ])('%j has %s: %s', (held, permission, expected) => {
    expect(holds(held, permission)).toBe(expected);
  });
});

describe('roles', () => {
  it.each(ROLES)('%s has known permissions only, each once', (role) => {
    const held = ROLE_PERMISSIONS[role];
    expect(held.every(isPermission)).toBe(true);
    expect(new Set(held).size).toBe(held.length);
  });

  it.each(['Owner', 'Admin'] as const)('%s has all permissions', (role) => {
    expect(ROLE_PERMISSIONS[role]).toEqual(MEMBER_PERMISSIONS);
  });

  it('Accountant and Sales can create their own keys, and cannot manage members', () => {
    for (const role of ['Accountant', 'Sales'] as const) {
      expect(ROLE_PERMISSIONS[role].filter((p) => NOT_GRANTABLE.includes(p))).toEqual(['api_key.create']);
    }
  });

  it('Accountant can read all that Read-only can', () => {
    expect(ROLE_PERMISSIONS['Read-only'].filter((p) => !ROLE_PERMISSIONS.Accountant.includes(p))).toEqual([]);
  });

  it('Read-only has no permission to write', () => {
    expect(ROLE_PERMISSIONS['Read-only']).toEqual(readOnlyScopes(MEMBER_PERMISSIONS));
  });
});
