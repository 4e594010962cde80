import { MEMBER_PERMISSIONS, GRANTABLE_PERMISSIONS, ROLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { describe, expect, it } from '@jest/globals';
import { changeOf, accessProblemOf, rightsBody, rightsGroups, withPermission, withRole } from './rights.js';

describe('the rights of a member', () => {
  it('follow the role, limited to those of the member who chooses it', () => {
    expect(withRole('Sales', 'Person', MEMBER_PERMISSIONS).permissions).toEqual(
      MEMBER_PERMISSIONS.filter((each) => ROLE_PERMISSIONS.Sales.some((known) => known === each)),
    );
    expect(withRole('Sales', 'Person', ['client.read', 'member.manage']).permissions).toEqual(['client.read']);
    expect(withRole('Owner', 'Service', MEMBER_PERMISSIONS).permissions).toEqual(GRANTABLE_PERMISSIONS);
  });

  it('are sent as a role alone unless they are tailored', () => {
    const preset = withRole('Read-only', 'Person', MEMBER_PERMISSIONS);
    expect(rightsBody(preset, 'Person')).toEqual({ role: 'Read-only' });
    const more = withPermission(preset, 'audit.read', true);
    expect(rightsBody(more, 'Person')).toEqual({
      role: 'Read-only',
      permissions: [...ROLE_PERMISSIONS['Read-only'], 'audit.read'],
    });
    expect(rightsBody(withPermission(more, 'audit.read', false), 'Person')).toEqual({ role: 'Read-only' });
  });

  it('differ by gained and lost ones', () => {
    expect(changeOf(['client.read', 'invoice.read'], ['invoice.read', 'audit.read', 'quote.read'])).toEqual({
      gains: ['quote.read', 'audit.read'],
      loses: ['client.read'],
    });
  });

  it.each([
    ['own', 1, ['client.read'], undefined, 'own'],
    ['less', 2, ['client.read'], undefined, undefined],
    ['more', 2, ['client.read', 'audit.read'], ['client.read', 'member.manage'], 'holdsMore'],
  ] as const)('%s: changed by another or not', (_what, id, permissions, held, problem) => {
    expect(accessProblemOf({ id: 1, permissions: held ?? MEMBER_PERMISSIONS }, { id, permissions })).toBe(problem);
  });

  it('are in the groups of the picker, each once', () => {
    const all = rightsGroups('Person').flatMap(({ permissions }) => permissions);
    expect(all.toSorted()).toEqual(MEMBER_PERMISSIONS.toSorted());
    expect(rightsGroups('Service').flatMap(({ permissions }) => permissions)).toHaveLength(
      GRANTABLE_PERMISSIONS.length,
    );
  });
});
