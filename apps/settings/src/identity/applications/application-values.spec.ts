import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { describe, expect, it } from '@jest/globals';
import { createBodyOf, NEW_APPLICATION, updateBodyOf, valuesOf } from './application-values.js';

const application: ApplicationView = {
  id: 1,
  clientId: 'bha_3kTn9Qa1ZsX0dE5uWm7L2p',
  name: 'Acme Sync',
  publisher: 'Acme',
  source: 'registered',
  host: null,
  homepage: 'https://acme.example',
  logo: null,
  type: 'confidential',
  logoUrl: null,
  redirectUris: ['https://acme.example/callback', 'http://127.0.0.1/callback'],
  scopes: ['invoice.read'],
  secrets: [],
  createdAt: '2026-11-22T09:00:00Z',
  createdBy: 'Ada',
  archivedAt: null,
  lastUsedAt: null,
  requests7d: 0,
  days: [],
  grants: 0,
};

describe('the form of an application', () => {
  it('sends a new application without empty texts', () => {
    const values = { ...NEW_APPLICATION, name: ' Acme ', redirectUris: 'https://a.example/\n\n https://b.example/ ' };
    expect(createBodyOf({ ...values, every: true, scopes: ['client.read'] })).toEqual({
      name: 'Acme',
      type: 'confidential',
      homepage: null,
      logoUrl: null,
      redirectUris: ['https://a.example/', 'https://b.example/'],
      scopes: [],
    });
  });

  it.each([
    ['nothing', {}, {}],
    ['the name', { name: 'Acme' }, { name: 'Acme' }],
    ['no home page', { homepage: ' ' }, { homepage: null }],
    [
      'a redirect URI',
      { redirectUris: 'https://acme.example/callback' },
      { redirectUris: ['https://acme.example/callback'] },
    ],
    ['every permission', { every: true }, { scopes: [] }],
    ['other permissions', { scopes: ['client.read'] as const }, { scopes: ['client.read'] }],
  ])('sends only the differences: %s', (_, change, body) => {
    expect(updateBodyOf({ ...valuesOf(application), ...change }, application)).toEqual(body);
  });
});
