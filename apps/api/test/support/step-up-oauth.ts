import type { TestApi } from './api.js';
import { form, pkce, REDIRECT, registerApplication, TestBrowser } from './oauth.js';
import type { SeededMember, SessionCaller } from './world.js';

interface OAuthStage {
  readonly owner: SeededMember;
  readonly session: SessionCaller;
}

const APPLICATIONS = '/app/oauth/applications';

const allow = ({ companyId }: SeededMember) => ({
  ...{ decision: 'allow', companyId, scopes: ['invoice.read'], expiry: '90d' },
});

/** The requests about applications that require the password. */
export const oauthRequests = (api: () => TestApi) => ({
  'POST /app/oauth/interactions/:uid': async ({ owner, session }: OAuthStage) => {
    const application = await registerApplication(session);
    const { challenge } = pkce();
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: application.clientId, redirect_uri: REDIRECT, scope: 'invoice.read' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    });
    const browser = new TestBrowser(api(), session);
    const uid = await browser.begin(`/oauth/authorize?${query}`);
    const by = { ...session, call: browser.withCookies };
    return { by, path: `/app/oauth/interactions/${uid}`, body: allow(owner) };
  },
  'POST /app/oauth/devices/:userCode': async ({ owner, session }: OAuthStage) => {
    const { clientId } = await registerApplication(session, { type: 'public' });
    const { body } = await form(api(), '/oauth/device', { client_id: clientId, scope: 'invoice.read' });
    return { by: session, path: `/app/oauth/devices/${String(body['user_code'])}`, body: allow(owner) };
  },
  'POST /app/oauth/applications': async ({ session }: OAuthStage) => ({
    ...{ by: session, path: APPLICATIONS },
    body: { name: 'Acme Sync', type: 'confidential', redirectUris: [REDIRECT], scopes: [] },
  }),
  'PATCH /app/oauth/applications/:id': async ({ session }: OAuthStage) => ({
    ...{ by: session, path: `${APPLICATIONS}/${(await registerApplication(session)).id}` },
    body: { redirectUris: ['https://app.example.com/other'] },
  }),
  'POST /app/oauth/applications/:id/secrets': async ({ session }: OAuthStage) => ({
    ...{ by: session, path: `${APPLICATIONS}/${(await registerApplication(session)).id}/secrets` },
  }),
  'PUT /app/company/application-policy': async ({ session }: OAuthStage) => {
    const path = '/app/company/application-policy';
    await session.call('PUT', path, { body: { allow: 'listed', clientIds: [] } });
    return { by: session, path, body: { allow: 'every', clientIds: [] } };
  },
});
