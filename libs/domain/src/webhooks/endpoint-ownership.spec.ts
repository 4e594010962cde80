import { describe, expect, it } from '@jest/globals';
import type { GrantAccess } from '../identity/grant.js';
import { changedByAfter, ownsEndpoint, type ChangedByGrants, type OwnedEdit } from './endpoint-ownership.js';

describe('ownsEndpoint', () => {
  const owner = (id: number, memberId: number, access: GrantAccess = 'active') => ({ id, memberId, access });

  it.each<[string, ReturnType<typeof owner> | null, boolean]>([
    ['of the company', null, false],
    ['of the application, for the same member', owner(1, 10), true],
    ['of the application, for the same member, suspended', owner(1, 10, 'suspended'), true],
    ['of the application, for another member', owner(1, 11), false],
    ['of the application, for another member, suspended', owner(1, 11, 'suspended'), false],
    ['of the application, for another member, revoked', owner(1, 11, 'revoked'), true],
    ['of the application, for another member, expired', owner(1, 11, 'expired'), true],
    ['of another application, for the same member', owner(2, 10), false],
    ['of another application, revoked', owner(2, 10, 'revoked'), false],
  ])('%s: %j %s', (_, given, expected) => {
    expect(ownsEndpoint({ id: 1, memberId: 10 }, given)).toBe(expected);
  });
});

describe('changedByAfter', () => {
  const edit = (change: Partial<OwnedEdit>): OwnedEdit => ({
    ...{ changed: [], named: [], status: 'Enabled', grantId: null },
    ...change,
  });

  it.each<[string, ChangedByGrants, OwnedEdit, ChangedByGrants]>([
    ['nothing', null, edit({}), null],
    ['a change of the owner', null, edit({ changed: ['url'], named: ['url'] }), null],
    ['a change of an application', null, edit({ changed: ['url'], named: ['url'], grantId: 7 }), { url: 7 }],
    ['of a member that binds nothing', null, edit({ changed: ['description', 'schedule'], grantId: 7 }), null],
    ['the same value by an application', null, edit({ named: ['url'], grantId: 7 }), null],
    ['a second application', { url: 7 }, edit({ changed: ['headers'], grantId: 8 }), { url: 7, headers: 8 }],
    ['over the change of another one', { url: 7 }, edit({ changed: ['url'], grantId: 8 }), { url: 8 }],
    ['the same value by another application', { url: 7 }, edit({ named: ['url'], grantId: 8 }), { url: 7 }],
    ['the owner sets another value', { url: 7, headers: 7 }, edit({ changed: ['url'] }), { headers: 7 }],
    ['the owner confirms the value', { url: 7 }, edit({ named: ['url'] }), null],
    [
      'the owner edits something else',
      { url: 7 },
      edit({ changed: ['description'], named: ['description'] }),
      { url: 7 },
    ],
    ['enabling by an application', null, edit({ changed: ['status'], grantId: 7 }), { status: 7 }],
    ['disabling by anyone', { status: 7, url: 7 }, edit({ changed: ['status'], status: 'Disabled' }), { url: 7 }],
    ['disabling by an application', null, edit({ changed: ['status'], status: 'Disabled', grantId: 7 }), null],
  ])('%s', (_, before, given, after) => {
    expect(changedByAfter(before, given)).toEqual(after);
  });
});
