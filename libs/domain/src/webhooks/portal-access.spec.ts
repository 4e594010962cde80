import { describe, expect, it } from '@jest/globals';
import { allowsRoute, linkRejection } from './portal-access.js';

describe('allowsRoute', () => {
  it.each([
    ['full', 'POST', '/portal/api/webhook-endpoints', true],
    ['full', 'GET', '/portal/api/webhook-endpoints/:id/secret', true],
    ['view', 'GET', '/portal/api/webhook-endpoints', true],
    ['view', 'HEAD', '/portal/api/webhook-endpoints', true],
    ['view', 'GET', '/portal/api/webhook-endpoints/:id/secret', false],
    ['view', 'HEAD', '/portal/api/webhook-endpoints/:id/secret', false],
    ['view', 'POST', '/portal/api/webhook-deliveries/:id/resend', false],
    ['view', 'POST', '/portal/api/webhook-endpoints/:id/diagnose', true],
    ['view', 'PATCH', '/portal/api/webhook-endpoints/:id', false],
    ['view', 'DELETE', '/portal/api/webhook-endpoints/:id', false],
    ['view', 'POST', '/portal/api/session/confirm', false],
  ] as const)('%s: %s %s is %s', (access, method, path, expected) => {
    expect(allowsRoute(access, method, path)).toBe(expected);
  });
});

describe('linkRejection', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const later = new Date(now.getTime() + 1);
  const unused = { redeemedAt: null, revokedAt: null, expiresAt: later };

  it.each([
    [undefined, 'portal_link_invalid'],
    [unused, 'portal_link_invalid'],
    [{ ...unused, expiresAt: now }, 'portal_link_expired'],
    [{ ...unused, redeemedAt: now }, 'portal_link_used'],
    [{ ...unused, redeemedAt: now, expiresAt: now }, 'portal_link_used'],
    [{ redeemedAt: now, revokedAt: now, expiresAt: now }, 'portal_link_revoked'],
  ])('of %j is %s', (link, expected) => {
    expect(linkRejection(link, now)).toBe(expected);
  });
});
