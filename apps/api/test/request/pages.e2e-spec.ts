import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { raw } from '../support/raw-request.js';
import { startApi } from '../support/start.js';
import { World } from '../support/world.js';

const publicUrl = 'https://billing.example.com';
const api = await startApi({ PUBLIC_URL: publicUrl });

const apps = new URL('../../../', import.meta.url);
const assetsOf = (app: string): string[] =>
  readdirSync(new URL(`${app}/dist/assets`, apps)).filter((name) => !/\.(br|gz)$/.test(name));

describe('the pages', () => {
  it('are built: these specs check the output of `npm run build`', () => {
    const missing = ['settings', 'portal', 'public', 'docs'].filter(
      (app) => !existsSync(new URL(`${app}/dist/index.html`, apps)),
    );
    expect(missing).toEqual([]);
  });

  it('/ leads to the settings, and a site without its slash to the one with it', async () => {
    expect((await api.call('GET', '/')).headers.get('location')).toBe('/settings/');
    for (const path of ['/settings', '/portal', '/d', '/docs']) {
      const answer = await api.call('GET', path);
      expect([answer.status, answer.headers.get('location')]).toEqual([308, `${path}/`]);
      const withQuery = await api.call('GET', `${path}?add=true&from=a%3Fb`);
      expect(withQuery.headers.get('location')).toBe(`${path}/?add=true&from=a%3Fb`);
    }
  });

  it.each([
    '/settings/',
    '/portal/',
    '/d/',
    '/docs/',
    '/settings/api-keys',
    '/settings/a/b/c',
    '/settings/oauth/consent/an-id',
    '/settings/oauth/device?user_code=BCDF-GHJK',
    '/portal/deliveries',
    '/docs/quickstart/',
    // Problems and links name these pages without a slash. Some names contain a dot, like the name of a file.
    '/docs/errors/key_revoked',
    '/docs/events/invoice.paid',
    '/docs/operations/Invoices.create',
  ])('200 for %s, with security headers, revalidated before each use', async (path) => {
    const answer = await api.call('GET', path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/^<!doctype html>/i);
    const policy = answer.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]),
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    // The address of a document opens it: no other site may learn it.
    expect(answer.headers.get('referrer-policy')).toBe(path === '/d/' ? 'no-referrer' : 'same-origin');
    expect(answer.headers.get('x-robots-tag')).toBe(path === '/d/' ? 'noindex, nofollow, noarchive' : null);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('follow the content security policy: no inline script, nothing from other hosts', async () => {
    for (const path of ['/settings/', '/portal/', '/d/', '/docs/', '/docs/reference/', '/docs/errors/']) {
      const { text } = await api.call('GET', path);
      for (const [, attributes = '', code = ''] of text.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
        if (!attributes.includes('type="application/')) expect([path, code.trim()]).toEqual([path, '']);
      }
      expect(text).not.toMatch(/<(script|link rel="stylesheet"|img)[^>]*(src|href)="(https?:)?\/\//);
    }
  });

  it('the deep link of an app is the app itself', async () => {
    const [root, deep] = [await api.call('GET', '/settings/'), await api.call('GET', '/settings/company/api-keys?x=1')];
    expect(deep.text).toBe(root.text);
  });

  it.each([
    ['/docs/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/openapi.yaml', 'text/yaml; charset=utf-8'],
    ['/docs/changelog.xml', 'application/xml'],
    ['/docs/operations/Invoices.create.md', 'text/markdown; charset=utf-8'],
    ['/docs/errors/key_revoked.md', 'text/markdown; charset=utf-8'],
    ['/docs/events/invoice.paid.md', 'text/markdown; charset=utf-8'],
  ])('the docs offer %s', async (path, type) => {
    const { status, headers } = await api.call('GET', path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
  });

  it('the texts for programs name this installation, and not the demo', async () => {
    const index = await api.call('GET', '/docs/llms.txt');
    expect(index.text).toContain(`This installation has the address ${publicUrl}.`);
    const paths = [...index.text.matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(100);
    for (const path of ['/docs/quickstart.md', '/docs/operations/Clients.list.md', ...paths.slice(0, 10)]) {
      const { text, status } = await api.call('GET', path);
      expect([path, status, text.includes('http://localhost:3000')]).toEqual([path, 200, false]);
    }
    expect((await api.call('GET', '/docs/quickstart.md')).text).toContain(`export BILLHOOK_URL=${publicUrl}`);
    expect((await api.call('HEAD', '/docs/llms.txt')).status).toBe(200);
  });

  it('404 of a page as Markdown is text', async () => {
    for (const path of ['/docs/nothing.md', '/docs/errors/nothing.md', '/docs/nothing.txt']) {
      const { status, headers, text } = await api.call('GET', path);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
      expect(text).toContain('/docs/llms.txt');
    }
  });

  it('404 in the docs is a page', async () => {
    for (const path of ['/docs/404', '/docs/nothing/here', '/docs/nothing.png']) {
      const answer = await api.call('GET', path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    }
  });

  it.each(['settings', 'portal'])('the assets of %s carry a digest in their names and never change', async (app) => {
    const names = assetsOf(app);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      expect(name).toMatch(/-[\w-]{8}\.\w+$/);
      const answer = await api.call('HEAD', `/${app}/assets/${name}`);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it('the assets of the docs are revalidated, because their names stay the same when they change', async () => {
    for (const name of assetsOf('docs')) {
      expect((await api.call('HEAD', `/docs/assets/${name}`)).headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('404 for a removed asset, not a page in its place', async () => {
    for (const path of ['/settings/assets/index-OldOne12.js', '/portal/assets/', '/settings/assets/../../nothing.js']) {
      const answer = await raw(api.url, 'GET', path);
      expect([path, answer.status, answer.headers['content-type']]).toEqual([
        path,
        404,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('are compressed for those who accept %s', async (accepted, coding) => {
    const plain = await api.call('GET', '/settings/', { headers: { 'accept-encoding': 'identity' } });
    const answer = await api.call('GET', '/settings/', { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(answer.text).toBe(plain.text);
    const size = Number(answer.headers.get('content-length'));
    if (coding !== null) expect(size).toBeLessThan(Number(plain.headers.get('content-length')) / 2);
    const etag = answer.headers.get('etag') ?? '';
    if (coding !== null) expect(etag).not.toBe(plain.headers.get('etag'));
    const again = await api.call('GET', '/settings/', {
      headers: { 'accept-encoding': accepted, 'if-none-match': etag },
    });
    expect([again.status, again.headers.get('vary')]).toEqual([304, expect.stringMatching(/accept-encoding/i)]);
  });

  it('compress every script and stylesheet, which stay immutable', async () => {
    for (const app of ['settings', 'portal', 'public']) {
      for (const name of assetsOf(app)) {
        const address = `/${app === 'public' ? 'd' : app}/assets/${name}`;
        const { status, headers } = await api.call('HEAD', address, { headers: { 'accept-encoding': 'br' } });
        expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
        expect(headers.get('content-type')).toMatch(
          name.endsWith('.css') ? /^text\/css;/ : /^(text|application)\/javascript;/,
        );
        if (Number(headers.get('content-length')) > 1024)
          expect([name, headers.get('content-encoding')]).toEqual([name, 'br']);
      }
    }
  });

  it('have one address each: the compressed file has none', async () => {
    const [name = ''] = assetsOf('settings');
    expect((await api.call('GET', `/settings/assets/${name}.br`)).status).toBe(404);
    expect((await api.call('GET', '/docs/index.html.gz')).status).toBe(404);
  });

  it.each([
    '/docs/../package.json',
    '/docs/../../../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/..%2f..%2f..%2fetc%2fpasswd',
    '/docs/%2e%2e%2f%2e%2e%2fpackage.json',
    '/docs/..%5c..%5cpackage.json',
    '/docs//etc/passwd',
    '/docs/%2fetc%2fpasswd',
    '/docs/quickstart/../../package.json',
    '/docs/package.json%00.html',
    '/docs/%00',
    '/settings/../../../../etc/passwd',
    '/settings/..%2fpackage.json',
    '/settings/.env',
  ])('never leave their folder: %s', async (target) => {
    const answer = await raw(api.url, 'GET', target);
    expect([200, 400, 404]).toContain(answer.status);
    expect(answer.text).toMatch(/^(<!doctype html>|\{"type":)/i);
    expect(answer.text).not.toMatch(/"name": "@billhook|root:x:/);
  });
});

describe('every response', () => {
  it('contains our request id, in its headers and in its problem', async () => {
    const own = 'req_of_the_client';
    const ids = new Set<string | null>();
    const paths = [
      ...['/', '/settings/', '/docs/404', '/health/live'],
      ...['/v1/clients', '/app/session', '/nothing', '/v1/nothing'],
    ];
    for (const path of paths) {
      const answer = await api.call('GET', path, { headers: { 'request-id': own, 'x-request-id': own } });
      const id = answer.headers.get('request-id');
      expect([path, id]).toEqual([path, expect.stringMatching(/^req_[0-9A-Za-z]{22}$/)]);
      if (answer.headers.get('content-type')?.includes('problem')) expect(answer.body['requestId']).toBe(id);
      ids.add(id);
    }
    expect(ids.size).toBe(paths.length);
  });

  it('with an error is application/problem+json, also without a route', async () => {
    for (const [method, path, status, code] of [
      ['GET', '/nothing', 404, 'route_not_found'],
      ['POST', '/nothing', 404, 'route_not_found'],
      ['GET', '/portal/api/nothing', 404, 'route_not_found'],
      ['GET', '/portal/%61pi/events/1', 404, 'route_not_found'],
      ['POST', '/', 405, 'method_not_allowed'],
      ['POST', '/settings/', 405, 'method_not_allowed'],
      ['PUT', '/health/live', 405, 'method_not_allowed'],
    ] as const) {
      const answer = await api.call(method, path);
      expect([method, path, answer.status, answer.body['code']]).toEqual([method, path, status, code]);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('does not repeat the query, which may contain secrets', async () => {
    const answer = await api.call('GET', '/nothing?token=bhp_secret');
    expect(answer.body['instance']).toBe('/nothing');
    expect(answer.text).not.toContain('bhp_secret');
  });
});

describe('CORS', () => {
  const preflight = (path: string) =>
    raw(api.url, 'OPTIONS', path, [
      ...['origin', 'https://app.example'],
      ...['access-control-request-method', 'PATCH'],
      ...['access-control-request-headers', 'authorization,content-type'],
    ]);

  it('any site may call /v1 with a key: the preflight needs none, and no cookie is ever allowed', async () => {
    const { status, headers } = await preflight('/v1/clients/1');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '7200',
    });
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('responses and errors of /v1 are readable, with our headers', async () => {
    const key = await new World(api).key();
    for (const caller of [key, api]) {
      const { headers } = await caller.call('GET', '/v1/clients', { headers: { origin: 'https://app.example' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toMatch(/Request-Id.*WWW-Authenticate/);
    }
  });

  it.each(['/app/session', '/app/api-keys', '/portal/api/session', '/portal/enter', '/settings/', '/health/live'])(
    'no site may read %s',
    async (path) => {
      expect((await preflight(path)).headers['access-control-allow-origin']).toBeUndefined();
      const { headers } = await raw(api.url, 'GET', path, ['origin', 'https://app.example']);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe('an unreadable request', () => {
  it('400 for an address that cannot be decoded', async () => {
    const answer = await api.call<ProblemView>('GET', '/v1/%zz');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status: 400, code: 'bad_request', instance: '/v1/%zz' });
    expect(answer.body.requestId).toBe(answer.headers.get('request-id'));
  });

  it.each([
    ['HTTP that is none', 'RUBBISH\r\n\r\n', 400, 'bad_request'],
    ['two Hosts', 'GET /v1/clients HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
    [
      'headers without end',
      `GET /v1/clients HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('a problem for %s', async (_, text, status, code) => {
    const { port } = new URL(api.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({ status, code });
  });
});
