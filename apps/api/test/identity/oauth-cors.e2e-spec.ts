import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi, type Answer } from '../support/api.js';
import { rpc } from '../support/mcp.js';
import {
  authorizationPath,
  authorize,
  bearer,
  form,
  pkce,
  PUBLIC_URL,
  REDIRECT,
  registerApplication,
  TestBrowser,
  type TestApplication,
} from '../support/oauth.js';
import { World, type SessionCaller } from '../support/world.js';

const ORIGIN = new URL(REDIRECT).origin;
const EVIL = 'https://evil.example';

let api: TestApi;
let session: SessionCaller;
let application: TestApplication;

beforeAll(async () => {
  api = await TestApi.start();
  const world = new World(api);
  session = await world.session(await world.member(await world.company()));
  const redirectUris = [REDIRECT, 'http://localhost/callback'];
  application = await registerApplication(session, { type: 'public', redirectUris });
});
afterAll(() => api.stop());

const from = (origin: string) => ({ origin });
const allowed = ({ headers }: Answer): string | null => headers.get('access-control-allow-origin');

const preflight = (path: string, method = 'POST') =>
  api.call('OPTIONS', path, {
    headers: {
      ...from(ORIGIN),
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    },
  });

describe('a preflight of a script of another site', () => {
  it.each([
    ['/oauth/token', 'POST'],
    ['/oauth/revoke', 'POST'],
    ['/oauth/device', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET'],
    ['/.well-known/oauth-authorization-server/mcp', 'GET'],
    ['/.well-known/oauth-protected-resource', 'GET'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET'],
    ['/mcp', 'POST'],
  ])('passes for %s, without cookies', async (path, method) => {
    const answer = await preflight(path, method);
    expect([answer.status, allowed(answer)]).toEqual([204, '*']);
    expect(answer.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['/oauth/authorize', '/oauth/introspect', '/app/oauth/applications', '/app/oauth/grants'])(
    'fails for %s',
    async (path) => {
      for (const method of ['GET', 'POST']) expect(allowed(await preflight(path, method))).toBeNull();
    },
  );
});

describe('a public application in a browser', () => {
  it('reads the metadata, exchanges its code, calls, refreshes and revokes, from the origin of a redirect URI', async () => {
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp']) {
      const answer = await api.call('GET', path, { headers: from(ORIGIN) });
      expect([path, answer.status, allowed(answer)]).toEqual([
        path,
        200,
        expect.stringMatching(/^(\*|https:\/\/app\.)/),
      ]);
    }
    const { verifier, challenge } = pkce();
    const browser = new TestBrowser(api, session);
    const asked = authorizationPath({ client_id: application.clientId, code_challenge: challenge });
    const code = (await browser.allow(await browser.begin(asked))).searchParams.get('code') ?? '';
    const client = { client_id: application.clientId };
    const exchange = {
      ...client,
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    };

    const refused = await form(api, '/oauth/token', exchange, from(EVIL));
    expect([refused.status, refused.body['error'], allowed(refused)]).toEqual([400, 'invalid_request', null]);
    const tokens = await form(api, '/oauth/token', exchange, from(ORIGIN));
    expect([tokens.status, allowed(tokens)]).toEqual([200, ORIGIN]);

    const headers = { ...bearer(String(tokens.body['access_token'])).headers, ...from(ORIGIN) };
    const called = await api.call('GET', '/v1/clients', { headers });
    expect([called.status, allowed(called)]).toEqual([200, '*']);

    const refresh = { ...client, grant_type: 'refresh_token', refresh_token: String(tokens.body['refresh_token']) };
    const refreshed = await form(api, '/oauth/token', refresh, from('http://localhost:6274'));
    expect([refreshed.status, allowed(refreshed)]).toEqual([200, 'http://localhost:6274']);
    const revoke = { ...client, token: String(refreshed.body['refresh_token']) };
    const revoked = await form(api, '/oauth/revoke', revoke, from(ORIGIN));
    expect([revoked.status, allowed(revoked)]).toEqual([200, ORIGIN]);
    expect((await api.call('GET', '/v1/clients', { headers })).status).toBe(401);
  });

  it('calls /mcp with its token from the origin of a redirect URI, and from no other', async () => {
    const scope = 'client.read';
    const { accessToken } = await authorize(api, session, application, { scope, resource: `${PUBLIC_URL}/mcp` });
    const call = (origin: string, token = accessToken) => {
      const { body, headers } = rpc('tools/list');
      return api.call('POST', '/mcp', { body, headers: { ...headers, ...bearer(token).headers, ...from(origin) } });
    };
    for (const origin of [ORIGIN, 'http://localhost:6274', PUBLIC_URL]) expect((await call(origin)).status).toBe(200);
    for (const origin of [EVIL, 'null', 'http://app.example.com']) {
      expect(await call(origin)).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    }
    // Without a credential there is nothing to protect: the challenge names where to get one.
    const challenged = await api.call('POST', '/mcp', { ...rpc('tools/list'), headers: from(EVIL) });
    expect([challenged.status, allowed(challenged)]).toEqual([401, '*']);
    expect(challenged.headers.get('www-authenticate')).toContain('resource_metadata=');
    expect(challenged.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });
});

describe('a client secret in a browser', () => {
  it('works for the test sign-in of the settings alone', async () => {
    const confidential = await registerApplication(session);
    const { refreshToken } = await authorize(api, session, confidential);
    const refresh = (origin: string) =>
      form(
        api,
        '/oauth/token',
        {
          ...{ grant_type: 'refresh_token', refresh_token: refreshToken },
          ...{ client_id: confidential.clientId, client_secret: confidential.secret ?? '' },
        },
        from(origin),
      );
    const refused = await refresh(ORIGIN);
    expect([refused.status, refused.body['error'], allowed(refused)]).toEqual([400, 'invalid_request', null]);
    expect((await refresh(PUBLIC_URL)).status).toBe(200);
  });
});

describe('registration', () => {
  it('is open to scripts where the operator allows it', async () => {
    const open = await TestApi.beside(api, { OAUTH_DYNAMIC_REGISTRATION: 'true' });
    try {
      const body = { client_name: 'Inspector', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
      const registered = await open.call('POST', '/oauth/register', { body, headers: from(ORIGIN) });
      expect([registered.status, allowed(registered)]).toEqual([201, '*']);
    } finally {
      await open.stop();
    }
  });
});
