import type { MeView } from '@billhook/contract/identity/me';
import type { GrantList } from '@billhook/contract/identity/oauth/grant';
import { APPLICATION_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { describe, expect, it } from '@jest/globals';
import * as openid from 'openid-client';
import type { Answer } from '../support/api.js';
import {
  authorizationPath,
  authorize,
  bearer,
  discover,
  form,
  pkce,
  PUBLIC_URL,
  REDIRECT,
  registerApplication,
  TestBrowser,
} from '../support/oauth.js';
import { startWorld } from '../support/start.js';

const { api, world } = await startWorld();
const company = await world.company();
const member = await world.member(company);
const session = await world.session(member);

describe('authorization code with PKCE', () => {
  it('gives an application access to what the member allowed', async () => {
    const application = await registerApplication(session);
    const { accessToken, refreshToken, scope } = await authorize(api, session, application);
    expect(accessToken).toMatch(/^bho_[0-9A-Za-z]{46}$/);
    expect(refreshToken).toMatch(/^bhr_[0-9A-Za-z]{46}$/);
    expect(scope).toBe('client.read invoice.read');

    const clients = await api.call('GET', '/v1/clients', bearer(accessToken));
    expect(clients.status).toBe(200);
    const me = await api.call<MeView>('GET', '/v1/me', bearer(accessToken));
    expect(me.body).toMatchObject({
      key: null,
      application: { id: application.id, clientId: application.clientId, name: 'Acme Sync', status: 'active' },
      creator: { id: member.id },
      company: { id: company },
    });
    const quotes = await api.call('GET', '/v1/quotes', bearer(accessToken));
    expect(quotes.status).toBe(403);
    expect(quotes.body).toMatchObject({ code: 'insufficient_scope', whoCanFix: 'application' });
  });

  it('is public without a secret, and rotates refresh tokens', async () => {
    const application = await registerApplication(session, { type: 'public' });
    expect(application.secret).toBeNull();
    const first = await authorize(api, session, application);
    const config = await discover(api, application);
    const second = await openid.refreshTokenGrant(config, first.refreshToken);
    expect(second.refresh_token).not.toBe(first.refreshToken);
    expect((await api.call('GET', '/v1/clients', bearer(second.access_token))).status).toBe(200);
  });

  it('keeps the refresh token of a confidential application', async () => {
    const application = await registerApplication(session);
    const { refreshToken } = await authorize(api, session, application);
    const config = await discover(api, application);
    const again = await openid.refreshTokenGrant(config, refreshToken);
    expect(again.refresh_token).toBe(refreshToken);
  });

  it('introspects and revokes by the standards', async () => {
    const application = await registerApplication(session);
    const { accessToken, refreshToken } = await authorize(api, session, application);
    const config = await discover(api, application);
    expect(await openid.tokenIntrospection(config, accessToken)).toMatchObject({
      active: true,
      client_id: application.clientId,
      scope: 'client.read invoice.read',
      aud: `${PUBLIC_URL}/v1`,
      iss: PUBLIC_URL,
    });
    await openid.tokenRevocation(config, accessToken);
    expect((await openid.tokenIntrospection(config, accessToken)).active).toBe(false);
    expect((await api.call('GET', '/v1/clients', bearer(accessToken))).body).toMatchObject({ code: 'token_unknown' });

    // The other tokens still work until the refresh token is revoked.
    const next = await openid.refreshTokenGrant(config, refreshToken);
    await openid.tokenRevocation(config, refreshToken);
    expect((await api.call('GET', '/v1/clients', bearer(next.access_token))).body).toMatchObject({
      code: 'token_revoked',
    });
  });

  it('returns access_denied to the application if the member denies access', async () => {
    const application = await registerApplication(session);
    const browser = new TestBrowser(api, session);
    const config = await discover(api, application);
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: 'https://app.example.com/callback',
      scope: 'client.read',
      code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    const uid = await browser.begin(url);
    const decided = await browser.decide(uid, { decision: 'deny' });
    const callback = await browser.callback(decided.body.redirectTo);
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect(callback.searchParams.get('iss')).toBe(PUBLIC_URL);
    expect((await browser.show(uid)).status).toBe(410);
  });
});

describe('device flow', () => {
  it('authorises a program on a device by the code that it shows', async () => {
    const application = await registerApplication(session, { type: 'public', redirectUris: [] });
    const config = await discover(api, application);
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'invoice.read' });
    expect(device.verification_uri).toBe(`${PUBLIC_URL}/settings/oauth/device`);
    const pending = await form(api, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code,
      client_id: application.clientId,
    });
    expect(pending.body).toMatchObject({ error: 'authorization_pending' });

    const path = `/app/oauth/devices/${device.user_code.toLowerCase().replace('-', '')}`;
    const shown = await session.call('GET', path);
    expect(shown.body).toMatchObject({ redirectHost: null, device: { userCode: device.user_code } });
    const body = { decision: 'allow', companyId: company, scopes: ['invoice.read'], expiry: '90d' };
    expect((await session.call('POST', path, { body })).body).toEqual({ redirectTo: null });
    expect((await session.call('POST', path, { body })).status).toBe(404);

    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 });
    expect((await api.call('GET', '/v1/invoices', bearer(tokens.access_token))).status).toBe(200);
    const grants = await session.call<GrantList>('GET', '/app/oauth/grants');
    expect(grants.body.data[0]).toMatchObject({ application: { id: application.id }, lifetime: '90d' });
  });
});

describe('the metadata', () => {
  it('of the server is at the well-known address, also with a path', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const root = await api.call('GET', path);
    expect(root.body).toMatchObject({
      issuer: PUBLIC_URL,
      authorization_endpoint: `${PUBLIC_URL}/oauth/authorize`,
      token_endpoint: `${PUBLIC_URL}/oauth/token`,
      revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
      introspection_endpoint: `${PUBLIC_URL}/oauth/introspect`,
      device_authorization_endpoint: `${PUBLIC_URL}/oauth/device`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(root.body).not.toHaveProperty('registration_endpoint');
    expect(root.body['response_modes_supported']).toEqual(['fragment', 'query']);
    expect(root.body['scopes_supported']).toEqual(APPLICATION_PERMISSIONS);
    expect(Object.keys(root.body).filter((name) => /id_token|claim|jwks|subject/.test(name))).toEqual([]);
    expect((await api.call('GET', `${path}/mcp`)).body).toEqual(root.body);
  });

  it('of each resource names the server and the scopes', async () => {
    const path = '/.well-known/oauth-protected-resource';
    for (const [at, resource] of [
      ['', ''],
      ['/v1', '/v1'],
      ['/mcp', '/mcp'],
    ]) {
      expect((await api.call('GET', `${path}${at}`)).body).toMatchObject({
        resource: `${PUBLIC_URL}${resource}`,
        authorization_servers: [PUBLIC_URL],
      });
    }
    expect((await api.call('GET', `${path}/elsewhere`)).status).toBe(404);
  });
});

describe('POST /oauth/token', () => {
  const registered = registerApplication(session, { type: 'public', scopes: ['client.read', 'invoice.read'] });

  const code = async (): Promise<{ exchange: (changes?: Readonly<Record<string, string>>) => Promise<Answer> }> => {
    const { clientId } = await registered;
    const { verifier, challenge } = pkce();
    const browser = new TestBrowser(api, session);
    const path = authorizationPath({ client_id: clientId, code_challenge: challenge });
    const back = await browser.allow(await browser.begin(path));
    return {
      exchange: (changes = {}) =>
        form(api, '/oauth/token', {
          ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri: REDIRECT },
          ...{ client_id: clientId, code_verifier: verifier, ...changes },
        }),
    };
  };

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a wrong verifier', { code_verifier: pkce().verifier }],
    ['another redirect URI', { redirect_uri: `${REDIRECT}/` }],
  ])('400 for %s, which ends the code and its grant', async (_, changes) => {
    const { exchange } = await code();
    const grants = () => session.call<{ data: { status: string }[] }>('GET', '/app/oauth/grants');
    const before = (await grants()).body.data.filter(({ status }) => status === 'active').length;
    expect((await exchange(changes)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await exchange()).body).toMatchObject({ error: 'invalid_grant' });
    const after = (await grants()).body.data.filter(({ status }) => status === 'active').length;
    expect(after).toBe(before - 1);
  });

  it('401 for a wrong client secret, and 400 for another application: neither ends the code', async () => {
    const { exchange } = await code();
    const other = await registerApplication(session, { type: 'public' });
    expect((await exchange({ client_secret: 'bhs_guessed' })).body).toMatchObject({ error: 'invalid_client' });
    expect((await exchange({ client_id: other.clientId })).body).toMatchObject({ error: 'invalid_grant' });
    expect((await exchange()).status).toBe(200);
  });

  it('400 for a body that is not a form, and 413 for one that is too large', async () => {
    const json = await api.call('POST', '/oauth/token', { body: { grant_type: 'refresh_token' } });
    expect(json.body).toMatchObject({ error: 'invalid_request' });
    const large = await form(api, '/oauth/token', { grant_type: 'x'.repeat(100_000) });
    expect(large.status).toBeGreaterThanOrEqual(400);
  });
});
