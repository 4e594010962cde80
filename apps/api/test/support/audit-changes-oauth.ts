import { expect } from '@jest/globals';
import * as openid from 'openid-client';
import { ToolAuditService } from '../../src/mcp/tool-audit.service.js';
import { clientBody } from './bodies.js';
import { inSettings, type ChangeCase, type ChangeWorld } from './change-world.js';
import { rpc } from './mcp.js';
import {
  authorize,
  bearer,
  discover,
  PUBLIC_URL,
  REDIRECT,
  registerApplication,
  TestBrowser,
  type TestApplication,
} from './oauth.js';

const application = (world: ChangeWorld): Promise<TestApplication> => registerApplication(world.session);

const applicationBody = { name: 'Acme Sync', type: 'confidential', redirectUris: [REDIRECT], scopes: [] };

const at =
  (part = '') =>
  async (world: ChangeWorld) =>
    `/app/oauth/applications/${(await application(world)).id}${part}`;

/** The consent page of an application, as the browser of the member has it open. */
async function consentPage(world: ChangeWorld): Promise<{ browser: TestBrowser; uid: string }> {
  const config = await discover(world.api, await application(world));
  const browser = new TestBrowser(world.api, world.session);
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'invoice.read',
    code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  return { browser, uid: await browser.begin(url) };
}

const decided =
  (body: (world: ChangeWorld) => object): ChangeCase['does'] =>
  async (world, headers) => {
    const { browser, uid } = await consentPage(world);
    return browser.decide(uid, body(world), headers);
  };

const assistantActor = { memberId: expect.any(Number), actor: 'application Acme Sync' };

/** A call of a tool with an access token, and the summary of those that change nothing. */
const calls =
  (name: string, given: object): ChangeCase['does'] =>
  async (world, headers) => {
    const scope = 'client.read client.write';
    const options = { scope, resource: `${PUBLIC_URL}/mcp` };
    const { accessToken } = await authorize(world.api, world.session, await application(world), options);
    const message = rpc('tools/call', { name, arguments: given });
    const answer = await world.api.call('POST', '/mcp', {
      body: message.body,
      headers: { ...message.headers, ...bearer(accessToken).headers, ...headers },
    });
    await world.api.app.get(ToolAuditService).flush();
    return answer;
  };

/** Changes of applications and of their access, and what they do through an assistant. */
export const OAUTH_CHANGES = {
  'oauth_app.created': {
    does: inSettings('POST', () => '/app/oauth/applications', applicationBody),
    by: 'member',
    details: { type: 'confidential', redirectUris: [REDIRECT], scopes: [] },
  },
  'oauth_app.updated': {
    does: inSettings('PATCH', at(), { name: 'Acme Sync 2' }),
    by: 'member',
    details: { changed: { name: { from: 'Acme Sync', to: 'Acme Sync 2' } } },
  },
  'oauth_app.archived': { does: inSettings('POST', at('/archive')), by: 'member', details: { grants: 0 } },
  'oauth_app.secret_created': { does: inSettings('POST', at('/secrets')), by: 'member', details: {} },
  'oauth_app.secret_revoked': {
    does: async (world, headers) => {
      const { id } = await application(world);
      const path = `/app/oauth/applications/${id}`;
      const { body } = await world.session.call<{ secrets: { id: number }[] }>('GET', path);
      return world.session.call('POST', `${path}/secrets/${body.secrets[0]?.id}/revoke`, { headers });
    },
    by: 'member',
    details: {},
  },
  'oauth_grant.created': {
    does: decided(({ owner }) => ({
      ...{ decision: 'allow', companyId: owner.companyId, scopes: ['invoice.read'], expiry: '90d' },
    })),
    by: 'member',
    details: { scopes: ['invoice.read'], expiry: '90d', resource: 'v1' },
  },
  'oauth_grant.denied': { does: decided(() => ({ decision: 'deny' })), by: 'member', details: {} },
  'oauth_grant.revoked': {
    does: async (world, headers) => {
      await authorize(world.api, world.session, await application(world));
      const { body } = await world.session.call<{ data: { id: number }[] }>('GET', '/app/oauth/grants');
      const path = `/app/oauth/grants/${body.data[0]?.id}/revoke`;
      return world.session.call('POST', path, { body: { reason: 'Replaced' }, headers });
    },
    by: 'member',
    details: { reason: 'Replaced', scopes: ['client.read', 'invoice.read'] },
  },
  'oauth_policy.updated': {
    does: inSettings('PUT', () => '/app/company/application-policy', { allow: 'listed', clientIds: [] }),
    by: 'member',
    details: { changed: { allow: { from: 'every', to: 'listed' } } },
  },
  'assistant.tool_called': {
    does: calls('clients_create', { ...clientBody, confirm: true }),
    by: 'app',
    actor: assistantActor,
    details: { operation: 'POST /v1/clients', status: 201, resourceId: expect.any(Number) },
  },
  'assistant.tools_used': {
    does: calls('clients_list', {}),
    by: 'app',
    actor: assistantActor,
    details: { calls: { clients_list: 1 }, clientId: expect.stringMatching(/^bha_\w{22}$/) },
  },
} as const satisfies Record<string, ChangeCase>;
