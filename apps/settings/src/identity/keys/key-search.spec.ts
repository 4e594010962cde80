import { describe, expect, it } from '@jest/globals';
import { companyFilters, companyKeySearch, keyPageSearch, keySearch, scopesOfLink } from './key-search.js';

describe('the address of the key list', () => {
  it('opens the dialog and selects permissions', () => {
    const search = keySearch({ create: 1, scopes: 'invoice.write,client.read' });
    expect(search).toEqual({ create: 1, scopes: 'invoice.write,client.read' });
    expect(scopesOfLink(search.scopes)).toEqual(['invoice.write', 'client.read']);
  });

  it('drops unknown values and permissions that no key can have', () => {
    expect(keySearch({ status: 'lost', create: 'yes', secret: 'x' })).toEqual({});
    expect(scopesOfLink('invoice.write,api_key.manage,nonsense,invoice.write')).toEqual(['invoice.write']);
    expect(scopesOfLink(undefined)).toEqual([]);
  });
});

describe('the address of the company’s keys', () => {
  it('becomes the filters of the API', () => {
    const address = { memberId: 7, scope: 'invoice.write', unused: true, noExpiry: 'true', outsidePolicy: 1, q: 2026 };
    const search = companyKeySearch(address);
    expect(companyFilters(search)).toEqual({
      q: '2026',
      status: undefined,
      memberId: 7,
      scope: 'invoice.write',
      neverUsed: undefined,
      unusedDays: 90,
      expiry: 'none',
      creatorGone: undefined,
      outsidePolicy: 'true',
    });
  });

  it('drops invalid filters', () => {
    expect(companyKeySearch({ memberId: -1, scope: 'member.manage', neverUsed: 'no', status: 'lost' })).toEqual({});
  });
});

it('the address of a key covers 30 days by default', () => {
  expect(keyPageSearch({ days: 90, rotate: 1 })).toEqual({ days: 90, rotate: 1 });
  expect(keyPageSearch({ days: 30 })).toEqual({});
  expect(keyPageSearch({ days: 31, rotate: 0 })).toEqual({});
});
