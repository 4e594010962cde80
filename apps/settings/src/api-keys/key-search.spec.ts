import { describe, expect, it } from '@jest/globals';
import { keySearch, scopesOfLink } from './key-search.js';

describe('the address of the key list', () => {
  it('opens the dialog and ticks permissions', () => {
    const search = keySearch({ create: 1, scopes: 'invoice.write,client.read' });
    expect(search).toEqual({ create: 1, scopes: 'invoice.write,client.read' });
    expect(scopesOfLink(search.scopes)).toEqual(['invoice.write', 'client.read']);
  });

  it('drops what it does not know and what no key can carry', () => {
    expect(keySearch({ status: 'lost', create: 'yes', secret: 'x' })).toEqual({});
    expect(scopesOfLink('invoice.write,api_key.manage,nonsense,invoice.write')).toEqual(['invoice.write']);
    expect(scopesOfLink(undefined)).toEqual([]);
  });
});
