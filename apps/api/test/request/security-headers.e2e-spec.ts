import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { authorizationPath, registerApplication } from '../support/oauth.js';
import { raw } from '../support/raw-request.js';
import { routesBelow } from '../support/routes.js';
import { startApi } from '../support/start.js';
import { World } from '../support/world.js';

const api = await startApi();

describe('under an https address', () => {
  const SECURE = {
    'strict-transport-security': 'max-age=63072000',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  let secure: TestApi;
  beforeAll(async () => {
    secure = await TestApi.beside(api, {
      PUBLIC_URL: 'https://bills.example',
      SECURITY_CONTACT: 'security@bills.example',
    });
  });
  afterAll(() => secure.stop());

  it.each([
    ...['/', '/settings/', '/settings/assets/none.js', '/portal/', '/d/', '/docs/', '/docs/nothing', '/v1/clients'],
    ...['/v1/openapi.json', '/v1/%zz', '/app/session', '/portal/api/session', '/portal/enter', '/public/api/document'],
    ...['/health/live', '/nothing', '/.well-known/security.txt'],
  ])('%s restricts browsers to https, and isolates the page from other sites', async (path) => {
    expect((await raw(secure.url, 'GET', path)).headers).toMatchObject(SECURE);
  });

  it('errors on the bare connection have the same headers', async () => {
    const { port } = new URL(secure.url);
    const text = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('RUBBISH\r\n\r\n'));
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => resolve(received));
    });
    expect(text).toContain('Strict-Transport-Security: max-age=63072000\r\n');
  });

  it('a plain http address has no headers that require https', async () => {
    const { headers } = await raw(api.url, 'GET', '/settings/');
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('security.txt names the contact and its own expiry', async () => {
    secure.clock.set('2026-11-22T10:00:00.000Z');
    const { status, headers, text } = await raw(secure.url, 'GET', '/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text.split('\n')).toEqual([
      'Contact: mailto:security@bills.example',
      'Expires: 2027-02-20T10:00:00.000Z',
      'Preferred-Languages: en, fr',
      'Canonical: https://bills.example/.well-known/security.txt',
      '',
    ]);
    api.clock.set(new Date());
    const none = await api.call('GET', '/.well-known/security.txt');
    expect(none).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });
});

describe('every response with HTML', () => {
  const apps = new URL('../../../', import.meta.url);
  const SITES = { '/settings': 'settings', '/portal': 'portal', '/d': 'public', '/docs': 'docs' } as const;

  /** The addresses of all built pages. */
  const pages = Object.entries(SITES).flatMap(([path, app]) =>
    readdirSync(new URL(`${app}/dist`, apps), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => `${path}/${file.replace(/(^|\/)index\.html$/, '$1')}`),
  );

  /** Every route that GET can reach, with ids that no record has, and what no controller declares. */
  const routes = [
    ...routesBelow(api, '/')
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path.replaceAll(/:[^/]+/g, '999999999')),
    ...['/', '/settings', '/portal', '/d', '/docs', '/docs/nothing', '/nothing', '/%zz'],
    ...['/oauth/authorize', '/oauth/authorize/none', '/oauth/authorize?client_id=none&redirect_uri=https://a.example'],
  ];

  /** A strict policy that is enforced: nothing from other hosts, no inline script, and no frame of another site. */
  function expectPolicy(path: string, headers: Readonly<Record<string, unknown>>): void {
    const policy = String(headers['content-security-policy']).split('; ');
    expect([path, policy]).toEqual([path, expect.arrayContaining(["frame-ancestors 'none'"])]);
    expect([path, policy.some((one) => /^default-src '(self|none)'$/.test(one))]).toEqual([path, true]);
    const scripts = policy.filter((one) => one.startsWith('script-src') && one !== "script-src 'self'");
    expect([path, scripts, headers['content-security-policy-report-only']]).toEqual([path, [], undefined]);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  }

  const isHtml = (headers: Readonly<Record<string, unknown>>): boolean =>
    String(headers['content-type']).startsWith('text/html');

  it('has an enforced content security policy: every built page', async () => {
    expect(pages.length).toBeGreaterThan(50);
    for (const path of pages) {
      const { headers } = await raw(api.url, 'HEAD', path, ['accept', 'text/html']);
      expect([path, isHtml(headers)]).toEqual([path, true]);
      expectPolicy(path, headers);
    }
  });

  it('has an enforced content security policy: whatever a route returns to a browser', async () => {
    const found: string[] = [];
    for (const path of routes) {
      const { headers } = await raw(api.url, 'GET', path, ['accept', 'text/html']);
      expect([path, headers['content-security-policy-report-only']]).toEqual([path, undefined]);
      if (!isHtml(headers)) continue;
      found.push(path);
      expectPolicy(path, headers);
    }
    expect(found).toEqual(expect.arrayContaining(['/docs/nothing', '/oauth/authorize']));
  });

  it('a redirect of the OAuth server to an application has one as well', async () => {
    const world = new World(api);
    const session = await world.session(await world.member(await world.company()));
    const { clientId } = await registerApplication(session, { type: 'public', scopes: ['client.read'] });
    const path = authorizationPath({ client_id: clientId, response_type: 'token' });
    const { status, headers } = await raw(api.url, 'GET', path, ['accept', 'text/html']);
    expect([status, isHtml(headers)]).toEqual([303, true]);
    expectPolicy(path, headers);
  });
});

describe('the time that a request may take to arrive', () => {
  it('is half a minute, headers and body', () => {
    const server = api.app.getHttpServer();
    expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 30_000]);
  });
});
