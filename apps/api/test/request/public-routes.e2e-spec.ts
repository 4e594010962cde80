import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOAuthForBrowsers } from '../../src/identity/oauth/oauth-routes.rules.js';
import { TestApi } from '../support/api.js';
import { callOAuth, expectOAuthFailure, OAUTH_CALLS } from '../support/oauth-endpoints.js';
import { raw } from '../support/raw-request.js';
import { routesBelow } from '../support/routes.js';

/** A listed route has no credential on purpose. */
const WITHOUT_A_CREDENTIAL = [
  'GET /.well-known/api-key-format.json',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/:resource',
  'GET /.well-known/security.txt',
  'GET /app/optional-session',
  'GET /app/sign-in-options',
  'GET /health/live',
  'GET /health/ready',
  'GET /health/serving',
  'GET /logos/:digest',
  'GET /portal/enter',
  'GET /v1/openapi.json',
  'POST /app/invitations/accept',
  'POST /app/invitations/look',
  'POST /app/password-reset',
  'POST /app/password-reset/complete',
  'POST /app/session',
  'POST /app/set-up',
  'POST /portal/api/session',
  'POST /v1/leaked-keys',
];

/** Probes of load balancers, without a limit. */
const UNCOUNTED = ['GET /health/live', 'GET /health/ready', 'GET /health/serving'];

const SETTINGS = { TRUST_PROXY: '1', OAUTH_DYNAMIC_REGISTRATION: 'true' };

describe('a route without a credential', () => {
  const QUOTA = 5;
  let api: TestApi;
  let open: string[];

  beforeAll(async () => {
    const quota = String(QUOTA);
    api = await TestApi.start({ RATE_LIMIT_PUBLIC: quota, RATE_LIMIT_ADDRESS: quota, ...SETTINGS });
    const routes = routesBelow(api, '/');
    const named = ({ method, path }: (typeof routes)[number]): string => `${method} ${path}`;
    open = routes.filter(({ access }) => access === 'public').map(named);
    open.push(...routes.filter(({ path }) => path.startsWith('/public/api')).map(named));
  });
  afterAll(() => api.stop());

  /** A body that is announced, of which not a byte is sent. @param from another address for each route */
  const announce = (route: string, from: number, length: number) => {
    const [method = '', path = ''] = route.split(' ');
    const headers = ['x-forwarded-for', `203.0.113.${from}`, 'accept', 'application/json'];
    const body = method === 'GET' ? [] : ['content-type', 'application/json', 'content-length', String(length)];
    return raw(api.url, method, path, [...headers, ...body]);
  };

  it('is in the expected list', () => {
    expect(open.filter((route) => !route.includes('/public/api')).toSorted()).toEqual(WITHOUT_A_CREDENTIAL);
    expect(open.filter((route) => route.includes('/public/api')).length).toBeGreaterThan(4);
  });

  it('accepts at most 16 KiB', async () => {
    for (const [n, route] of open.entries()) {
      if (!route.startsWith('POST ') || route.includes('/public/api')) continue;
      const { status, text } = await announce(route, 100 + n, 16_385);
      expect([route, status]).toEqual([route, 413]);
      expect(text).toContain('at most 16 KiB');
    }
  });

  it('is counted by address, before the body is read', async () => {
    for (const [n, route] of open.entries()) {
      let answer = await announce(route, n, 1_048_577);
      for (let k = 0; k < 3 * QUOTA && answer.status !== 429; k++) answer = await announce(route, n, 1_048_577);
      if (UNCOUNTED.includes(route)) {
        expect([route, answer.status]).toEqual([route, 200]);
        continue;
      }
      expect([route, answer.status]).toEqual([route, 429]);
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringContaining('application/problem+json'),
        'retry-after': expect.stringMatching(/^[1-9]\d*$/),
        ratelimit: expect.stringContaining('r=0'),
      });
    }
  });

  it('of OAuth is counted as well, and answers as programs and people expect it', async () => {
    for (const [n, { method, path, isPage }] of OAUTH_CALLS.entries()) {
      const from = { 'x-forwarded-for': `198.51.100.${100 + n}`, origin: 'https://app.example.com' };
      let answer = await callOAuth(api, path, method, from);
      for (let k = 0; k < 3 * QUOTA && answer.status !== 429; k++) answer = await callOAuth(api, path, method, from);
      expect([path, answer.status]).toEqual([path, 429]);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(answer.headers.get('ratelimit')).toContain('r=0');
      expectOAuthFailure(answer, isPage, path === '/oauth/token' ? 'slow_down' : 'temporarily_unavailable');
      expect(answer.headers.get('access-control-allow-origin')).toBe(isOAuthForBrowsers(path) ? '*' : null);
    }
  });

  it('allows people to sign in although another program at their address fails', async () => {
    const from = { 'x-forwarded-for': '198.51.100.7' };
    for (let k = 0; k < 3 * QUOTA; k++)
      await api.call('GET', '/v1/me', { headers: { ...from, authorization: 'Bearer x' } });
    const signIn = await api.call('POST', '/app/session', {
      headers: from,
      body: { email: 'a@b.example', password: 'x' },
    });
    expect(signIn).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
  });
});
