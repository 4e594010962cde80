import { describe, expect, it } from '@jest/globals';
import { invitationStatus, type InvitationFacts, type InvitationStatus } from './invitation.js';
import type { MemberKind, MemberStatus } from './member.js';
import {
  canInvite,
  grantErrors,
  heldBeyond,
  isAdministrator,
  isTailored,
  permissionsOf,
  presetOf,
  type Rights,
} from './member.js';
import { MEMBER_PERMISSIONS, GRANTABLE_PERMISSIONS, ROLE_PERMISSIONS, ROLES, type Permission } from './permissions.js';

const without = (...names: Permission[]): Permission[] => MEMBER_PERMISSIONS.filter((p) => !names.includes(p));

describe('the rights of a member', () => {
  it.each(ROLES)('%s: a person has the preset, a service member the part of it that keys can have', (role) => {
    expect(presetOf('Person', role)).toEqual(MEMBER_PERMISSIONS.filter((p) => ROLE_PERMISSIONS[role].includes(p)));
    expect(presetOf('Service', role)).toEqual(GRANTABLE_PERMISSIONS.filter((p) => ROLE_PERMISSIONS[role].includes(p)));
    for (const kind of ['Person', 'Service'] as const) {
      expect(isTailored(kind, role, permissionsOf(kind, { role }))).toBe(false);
      expect(isTailored(kind, role, [...presetOf(kind, role)].reverse())).toBe(false);
      expect(isTailored(kind, role, presetOf(kind, role).slice(1))).toBe(true);
    }
  });

  it('are the named permissions instead of those of the role, in the order of the table', () => {
    const rights: Rights = { role: 'Owner', permissions: ['quote.read', 'client.read'] };
    expect(permissionsOf('Person', rights)).toEqual(['client.read', 'quote.read']);
    expect(isTailored('Person', 'Read-only', [...presetOf('Person', 'Read-only'), 'client.write'])).toBe(true);
    expect(permissionsOf('Person', { role: 'Owner', permissions: [] })).toEqual([]);
  });
});

describe('grantErrors', () => {
  const held = without('audit.read', 'payment.write');
  const notHeld = (pointer: string) => ({ pointer, code: 'not_held' });

  it.each<[string, MemberKind, Rights, readonly Permission[], object[]]>([
    ['all of it is held', 'Person', { role: 'Owner' }, MEMBER_PERMISSIONS, []],
    ['the role holds more', 'Person', { role: 'Owner' }, held, [notHeld('/role')]],
    [
      'the role has more permissions, but the named ones are held',
      'Person',
      { role: 'Owner', permissions: ['client.read'] },
      held,
      [],
    ],
    ['no permissions', 'Person', { role: 'Owner', permissions: [] }, [], []],
    [
      'some is not held',
      'Person',
      { role: 'Sales', permissions: ['client.read', 'audit.read', 'payment.write'] },
      held,
      [notHeld('/permissions/1'), notHeld('/permissions/2')],
    ],
    ['the preset of a service member is cut down', 'Service', { role: 'Admin' }, GRANTABLE_PERMISSIONS, []],
    ['the cut-down preset holds more', 'Service', { role: 'Admin' }, held, [notHeld('/role')]],
    [
      'a service member with a permission that only people have',
      'Service',
      { role: 'Read-only', permissions: ['client.read', 'member.manage', 'payment.write'] },
      held,
      [{ pointer: '/permissions/1', code: 'not_grantable' }, notHeld('/permissions/2')],
    ],
  ])('%s', (_, kind, rights, by, expected) => {
    expect(grantErrors(kind, rights, by)).toMatchObject(expected);
    expect(grantErrors(kind, rights, by)).toHaveLength(expected.length);
  });

  it('names the permissions of the role', () => {
    expect(grantErrors('Person', { role: 'Admin' }, held)[0]?.message).toContain(': payment.write, audit.read');
  });
});

describe('who can change a member, and who can invite', () => {
  it.each<[readonly Permission[], readonly Permission[], readonly Permission[]]>([
    [[], [], []],
    [MEMBER_PERMISSIONS, MEMBER_PERMISSIONS, []],
    [['client.read'], MEMBER_PERMISSIONS, []],
    [['audit.read', 'client.read'], without('client.read', 'audit.read'), ['client.read', 'audit.read']],
  ])('%j beyond %j', (theirs, own, expected) => {
    expect(heldBeyond(theirs, own)).toEqual(expected);
  });

  const manage: readonly Permission[] = ['client.read', 'member.manage'];
  it.each<[MemberKind, MemberStatus, readonly Permission[], boolean, boolean]>([
    ['Person', 'Active', manage, true, true],
    ['Person', 'Active', ['member.manage'], true, false],
    ['Person', 'Active', ['client.read'], false, false],
    ['Person', 'Deactivated', manage, false, false],
    ['Person', 'Removed', manage, false, false],
    // The database rejects such a member. If one existed, no one could sign in with it.
    ['Service', 'Active', manage, false, false],
  ])('a %s, %s, with %j', (kind, status, permissions, administers, invites) => {
    expect(isAdministrator({ kind, status, permissions })).toBe(administers);
    expect(canInvite({ kind, status, permissions }, ['client.read'])).toBe(invites);
  });
});

describe('invitationStatus', () => {
  const now = new Date('2026-11-21T09:30:00Z');
  const open = { acceptedAt: null, withdrawnAt: null, expiresAt: new Date(now.getTime() + 1) };
  it.each<[InvitationStatus, InvitationFacts]>([
    ['Open', open],
    ['Expired', { ...open, expiresAt: now }],
    ['Accepted', { ...open, acceptedAt: now, expiresAt: now }],
    ['Withdrawn', { ...open, withdrawnAt: now, expiresAt: now }],
  ])('%s', (status, facts) => {
    expect(invitationStatus(facts, now)).toBe(status);
  });
});
