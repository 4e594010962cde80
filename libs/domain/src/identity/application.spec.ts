import { describe, expect, it } from '@jest/globals';
import { isRedirectOrigin, requestable } from './application.js';
import { GRANTABLE_PERMISSIONS } from './permissions.js';

const REDIRECTS = ['https://app.example.com/callback', 'https://app.example.com:8443/', 'http://localhost/callback'];

describe('isRedirectOrigin', () => {
  it.each([
    ['https://app.example.com', true],
    ['https://app.example.com:443', true],
    ['https://app.example.com:8443', true],
    // The port of a loopback address may be any, as in the redirect.
    ['http://localhost', true],
    ['http://localhost:6274', true],
    ['https://localhost', false],
    ['http://127.0.0.1:6274', false],
    ['http://app.example.com', false],
    ['https://app.example.com:9443', false],
    ['https://example.com', false],
    ['https://app.example.com.evil.example', false],
    ['https://evil.example/app.example.com', false],
    ['null', false],
    ['', false],
  ])('%s: %s', (origin, expected) => {
    expect(isRedirectOrigin(REDIRECTS, origin)).toBe(expected);
  });

  it('is false without redirect URIs', () => {
    expect(isRedirectOrigin([], 'https://app.example.com')).toBe(false);
  });
});

describe('requestable', () => {
  it('is what the application lists, or what a key can have if it lists nothing', () => {
    expect(requestable(['integration.write', 'integration.manage_all'])).toEqual([
      'integration.write',
      'integration.manage_all',
    ]);
    expect(requestable([])).toEqual(GRANTABLE_PERMISSIONS);
    expect(requestable([])).not.toContain('integration.manage_all');
  });
});
