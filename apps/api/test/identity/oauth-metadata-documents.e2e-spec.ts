import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CertificateAuthority } from '@billhook/testing/certificates';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { GuardedFetch } from '@billhook/webhooks/attempts/guarded-fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboundFetch } from '../../src/identity/oauth/outbound-fetch.js';
import { authorizationPath, REDIRECT, TestBrowser } from '../support/oauth.js';
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

describe('a metadata document', () => {
  const HOST = 'app.example.com';
  let authority: CertificateAuthority;
  let server: Server;
  let clientUrl: string;
  let paths: string[];
  let documents = 0;
  /** Written by each test: the response of the host of the application. */
  let respond: (response: ServerResponse) => void;

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
    ['is missing', (response) => response.writeHead(404).end()],
  ])('400 without a redirect for one that %s', async (_, answer) => {
    respond = answer;
    const { status, headers } = await api.call('GET', authorizationPath({ client_id: clientUrl }));
    expect([status, headers.get('location')]).toEqual([400, null]);
    // Once for the request, and once to find out whether the error may be sent to the application. No redirect is followed.
    expect(new Set(paths)).toEqual(new Set([new URL(clientUrl).pathname]));
    expect(paths.length).toBeLessThanOrEqual(2);
  });
});
