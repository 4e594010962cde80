import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { raw } from '../support/raw.js';
import { startApi } from '../support/start.js';

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

describe('the time that a request may take to arrive', () => {
  it('is half a minute, headers and body', () => {
    const server = api.app.getHttpServer();
    expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 30_000]);
  });
});
