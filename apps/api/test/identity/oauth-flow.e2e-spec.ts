import { describe, expect, it } from '@jest/globals';
import type { MeView } from '@billhook/contract/identity/me';
import type { GrantList } from '@billhook/contract/identity/oauth/grant';
import * as openid from 'openid-client';
import { authorize, bearer, discover, PUBLIC_URL, registerApplication, TestBrowser, form } from '../support/oauth.js';
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
