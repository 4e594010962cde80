import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { CertificateAuthority } from '@billhook/testing/certificates';
import { EgressGuard, GuardedFetch } from '@billhook/webhooks/attempts/egress-guard';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboundFetch } from '../../src/identity/oauth/outbound-fetch.js';
import { authorizationPath, PUBLIC_URL, REDIRECT, TestBrowser } from '../support/oauth.js';
import { startApi } from '../support/start.js';
import { World, type SessionCaller } from '../support/world.js';

const api = await startApi();
let session: SessionCaller;

beforeAll(async () => {
  const world = new World(api);
  session = await world.session(await world.member(await world.company()));
});

/** Sends until the other side closes the connection. */
function flood(response: ServerResponse): void {
  if (response.destroyed) return;
  response.write(' '.repeat(16_384), () => flood(response));
}

/** Sends the beginning of a PNG, then a byte now and then. */
function trickle(response: ServerResponse): void {
  response.write(Buffer.from('89504e470d0a1a0a', 'hex'));
  const timer = setInterval(() => response.write('x'), 200);
  response.on('close', () => clearInterval(timer));
}

describe('a metadata document', () => {
  const HOST = 'app.example.com';
  let authority: CertificateAuthority;
  let server: Server;
  let clientUrl: string;
  let paths: string[];
  let documents = 0;
  /** Written by each test: the response of the host of the application. */
  let respond: (response: ServerResponse) => void;

  const PLAIN = 'http://evil.example/cb';
  /** A document cannot say that a member has registered the application. */
  const BOLD = { registered_here: true };

  const documentOf = (changes: object = {}) =>
    JSON.stringify({
      ...{ client_id: clientUrl, client_name: 'Acme', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
      ...changes,
    });

  beforeAll(async () => {
    authority = await CertificateAuthority.create();
    server = createServer(await authority.issue({ host: HOST }), (incoming, response) => {
      paths.push(incoming.url ?? '');
      respond(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The fetch of the installation, which also trusts the authority of this spec and finds the host on this machine.
    const guard = new EgressGuard({
      ...{ allowHttp: false, allowedCidrs: ['127.0.0.0/8'] },
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const trusting = new GuardedFetch(guard, [authority.certificate]);
    const outbound = api.app.get(OutboundFetch);
    outbound.fetch = (url, init) => trusting.fetch(url, init) as Promise<never>;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    paths = [];
    // The server keeps a document for a minute.
    clientUrl = `https://${HOST}:${(server.address() as AddressInfo).port}/client-${++documents}.json`;
  });

  it('lets an application request access under its own URL', async () => {
    respond = (response) => response.end(documentOf());
    const browser = new TestBrowser(api, session);
    const { body } = await browser.show(await browser.begin(authorizationPath({ client_id: clientUrl })));
    expect(body.application).toMatchObject({ source: 'metadata', name: 'Acme', host: new URL(clientUrl).host });
    expect(paths).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['redirects to itself', (response) => response.writeHead(302, { location: clientUrl }).end()],
    ['redirects to another host', (response) => response.writeHead(301, { location: 'https://10.0.0.1/' }).end()],
    ['is larger than 20 kB', (response) => response.end(documentOf({ contacts: ['x'.repeat(21_000)] }))],
    ['never ends', (response) => flood(response)],
    ['is not JSON', (response) => response.end('<html>')],
    ['is a list', (response) => response.end('[]')],
    ['is about another client', (response) => response.end(documentOf({ client_id: `${clientUrl}2` }))],
    ['contains a secret', (response) => response.end(documentOf({ client_secret: 'a secret' }))],
    ['has another redirect URI', (response) => response.end(documentOf({ redirect_uris: [`${REDIRECT}2`] }))],
    ['has a redirect URI without TLS', (response) => response.end(documentOf({ redirect_uris: [PLAIN, REDIRECT] }))],
    [
      'has a redirect URI of a native program',
      (response) => response.end(documentOf({ application_type: 'native', redirect_uris: ['com.evil:/cb', REDIRECT] })),
    ],
    ['turns the direction of its name', (response) => response.end(documentOf({ client_name: 'Acme\u202egnp' }))],
    ['has a name of two lines', (response) => response.end(documentOf({ client_name: 'Acme\nverified' }))],
    [
      'takes the name of the command line',
      (response) => response.end(documentOf({ client_name: 'ВiIIhook Command Line' })),
    ],
    ['says that it is registered', (response) => response.end(documentOf({ ...BOLD, redirect_uris: [PLAIN] }))],
    ['is missing', (response) => response.writeHead(404).end()],
  ])('400 without a redirect for one that %s', async (_, answer) => {
    respond = answer;
    const { status, headers } = await api.call('GET', authorizationPath({ client_id: clientUrl }));
    expect([status, headers.get('location')]).toEqual([400, null]);
    // Once for the request, and once to find out whether the error may be sent to the application. No redirect is followed.
    expect(new Set(paths)).toEqual(new Set([new URL(clientUrl).pathname]));
    expect(paths.length).toBeLessThanOrEqual(2);
    // Also when the server knows the document already.
    expect((await api.call('GET', authorizationPath({ client_id: clientUrl }))).status).toBe(400);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['must not ask', { prompt: 'none' }, 'consent_required'],
    ['is nonsense', { response_type: 'nonsense' }, 'unsupported_response_type'],
    ['has an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['has no PKCE', { code_challenge: '' }, 'invalid_request'],
  ])('a page with the address as a link for a request that %s', async (_, changes, error) => {
    respond = (response) => response.end(documentOf(BOLD));
    const answer = await api.call('GET', authorizationPath({ client_id: clientUrl, ...changes }));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(answer.text).toContain('<strong>app.example.com</strong>');
    const [, href = ''] = /<a rel="noreferrer" href="([^"]+)">/.exec(answer.text) ?? [];
    const link = new URL(href.replaceAll('&amp;', '&'));
    expect(link.origin + link.pathname).toBe(REDIRECT);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ error, state: 'a state', iss: PUBLIC_URL });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['arrives slowly', trickle, 'did not send the whole file in time'],
    ['never ends', flood, 'larger than 200 kB'],
    ['is cut off', (response) => void response.write('x', () => response.destroy()), 'could not be loaded'],
    ['is text', (response) => response.end('<svg>'), 'not a PNG, JPEG or WebP'],
  ])('422 for a logo that %s', async (_, answer, words) => {
    respond = answer;
    const logoUrl = clientUrl.replace('.json', '.png');
    const body = { name: 'Acme', type: 'public', redirectUris: [REDIRECT], scopes: [], logoUrl };
    const made = await session.call<ProblemView>('POST', '/app/oauth/applications', { body });
    expect(made).toMatchObject({ status: 422, body: { errors: [{ pointer: '/logoUrl', code: 'logo_unavailable' }] } });
    expect(made.body.detail).toContain(words);
  });

  it('a page in French for a browser that prefers it', async () => {
    respond = (response) => response.end(documentOf());
    const headers = { 'accept-language': 'de, fr-CH;q=0.8, en;q=0.5' };
    const answer = await api.call('GET', authorizationPath({ client_id: clientUrl, prompt: 'none' }), { headers });
    expect(answer.text).toContain('<html lang="fr">');
    expect(answer.text).toContain('pas enregistrée ici');
  });

  it.each(['allow', 'deny'])('sends the browser back after a person has decided to %s', async (decision) => {
    respond = (response) => response.end(documentOf());
    const browser = new TestBrowser(api, session);
    const uid = await browser.begin(authorizationPath({ client_id: clientUrl }));
    const decided = decision === 'deny' ? await browser.decide(uid, { decision }) : undefined;
    const back = decided ? await browser.callback(decided.body.redirectTo) : await browser.allow(uid);
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(back.searchParams.has(decision === 'deny' ? 'error' : 'code')).toBe(true);
  });
});
