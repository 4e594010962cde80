import type { ApplicationList, ApplicationView } from '@billhook/contract/identity/oauth/application';
import type { CompanyApplicationList, GrantList } from '@billhook/contract/identity/oauth/grant';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { randomText } from '@billhook/platform/ids';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GrantUseService } from '../../src/identity/grants/grant-use.service.js';
import { TestApi, type Answer } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { clientBody } from '../support/bodies.js';
import {
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
import { startWorld } from '../support/start.js';
import { Statements } from '../support/statements.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
let company: number;
let member: SeededMember;
let session: SessionCaller;
let publicApp: TestApplication;

beforeEach(async () => {
  company = await world.company();
  member = await world.member(company);
  session = await world.session(member);
  publicApp = await registerApplication(session, { type: 'public' });
});

const ask = (token: string, on = api): Promise<Answer<ProblemView>> => on.call('GET', '/v1/clients', bearer(token));
const refresh = (token: string, { clientId } = publicApp) =>
  form(api, '/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: clientId });
const newestGrant = async () => (await session.call<GrantList>('GET', '/app/oauth/grants')).body.data[0];

/** Runs the code flow up to the code. */
async function codeOf(application: TestApplication): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = pkce();
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: application.clientId, redirect_uri: REDIRECT, scope: 'client.read' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  });
  const browser = new TestBrowser(api, session);
  const callback = await browser.allow(await browser.begin(`/oauth/authorize?${query}`));
  return { code: callback.searchParams.get('code') ?? '', verifier };
}

const exchange = ({ code, verifier }: { code: string; verifier: string }, { clientId } = publicApp) =>
  form(api, '/oauth/token', {
    ...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECT },
    ...{ client_id: clientId, code_verifier: verifier },
  });

describe('an access token', () => {
  it('401 without a look-up when its form is wrong, and for one that does not exist', async () => {
    const mistyped = `bho_${'x'.repeat(46)}`;
    const statements = await Statements.between(api.databaseUrl);
    const limits = { RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', RATE_LIMIT_ADDRESS: '0' };
    const beside = await TestApi.beside(api, { ...limits, DATABASE_URL: statements.databaseUrl });
    try {
      const names = await statements.during(async () => {
        expect((await ask(mistyped, beside)).body).toMatchObject({ status: 401, code: 'token_unknown' });
      });
      expect(names).toEqual([]);
    } finally {
      await beside.stop();
      await statements.stop();
    }
    const unknown = await ask(generateSecret(randomText, 'bho_').secret);
    expect(unknown.body).toMatchObject({ status: 401, code: 'token_unknown' });
    expect(unknown.headers.get('www-authenticate')).toBe(
      `Bearer realm="billhook", error="invalid_token", error_description="The access token does not exist or has expired", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/v1"`,
    );
  });

  it('401 for another resource', async () => {
    const { accessToken } = await authorize(api, session, publicApp, { resource: `${PUBLIC_URL}/mcp` });
    expect((await ask(accessToken)).body).toMatchObject({ status: 401, code: 'token_for_another_resource' });
  });

  it('401 after an hour', async () => {
    const { accessToken } = await authorize(api, session, publicApp);
    expect((await ask(accessToken)).status).toBe(200);
    await api.database.query({
      name: '',
      text: `UPDATE oauth_tokens SET expires_at = '2000-01-01' WHERE kind = 'AccessToken' AND grant_id = $1`,
      values: [(await newestGrant())?.id],
    });
    expect((await ask(accessToken)).body).toMatchObject({
      code: 'token_unknown',
      detail: 'The access token has expired.',
    });
  });

  it('is identified by one database query each time', async () => {
    const { accessToken } = await authorize(api, session, publicApp);
    const statements = await Statements.between(api.databaseUrl);
    const limits = { RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', RATE_LIMIT_ADDRESS: '0' };
    const beside = await TestApi.beside(api, { ...limits, DATABASE_URL: statements.databaseUrl });
    try {
      const me = () => beside.call('GET', '/v1/me/permissions', bearer(accessToken));
      expect((await me()).status).toBe(200);
      const names = await statements.during(async () => {
        for (let n = 0; n < 20; n++) await me();
      });
      expect(names.filter((name) => name.startsWith('oauth_verify_'))).toHaveLength(20);
      expect(names.length - 20).toBeLessThan(5);
    } finally {
      await beside.stop();
      await statements.stop();
    }
  });

  it('does what the member may do now', async () => {
    const colleague = await world.member(company, { role: 'Accountant' });
    const theirs = await world.session(colleague);
    const { accessToken } = await authorize(api, theirs, publicApp, { scope: 'client.read client.write' });
    expect((await ask(accessToken)).status).toBe(200);
    await world.change(colleague, { permissions: ['invoice.read'] });
    expect((await ask(accessToken)).body).toMatchObject({ status: 403, code: 'creator_permission_lost' });
    await world.change(colleague, { permissions: ['client.read'], status: 'Deactivated' });
    expect((await ask(accessToken)).body).toMatchObject({ status: 403, code: 'creator_inactive' });
    await world.change(colleague, { status: 'Active' });
    expect((await ask(accessToken)).status).toBe(200);
  });

  it('names the application and the member in the audit log', async () => {
    const scope = 'integration.write client.read invoice.read';
    const { accessToken } = await authorize(api, session, publicApp, { scope });
    const body = { url: 'https://example.com/hooks', eventTypes: ['invoice.paid'] };
    const made = await api.call('POST', '/v1/webhook-endpoints', { body, ...bearer(accessToken) });
    expect(made.status).toBe(201);
    expect(await auditOf(api, company, 'webhook_endpoint.created')).toMatchObject([
      { actorKind: 'app', actor: 'application Acme Sync', memberId: member.id, keyId: null },
    ]);
  });

  it('replays a stored response under an Idempotency-Key', async () => {
    const { accessToken } = await authorize(api, session, publicApp, { scope: 'client.read client.write' });
    const call = { body: clientBody, headers: { ...bearer(accessToken).headers, 'idempotency-key': 'one' } };
    const first = await api.call('POST', '/v1/clients', call);
    const second = await api.call('POST', '/v1/clients', call);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a refresh token of a public application', () => {
  it('has one successor, however many refreshes arrive together', async () => {
    const { refreshToken } = await authorize(api, session, publicApp);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
    for (const { body } of answers) expect((await ask(String(body['access_token']))).status).toBe(200);
    const [rows] = await api.database.query<{ live: number }>({
      name: '',
      text: `SELECT count(*)::int AS live FROM oauth_tokens WHERE kind = 'RefreshToken' AND grant_id = $1 AND consumed_at IS NULL`,
      values: [(await newestGrant())?.id],
    });
    expect(rows?.live).toBe(1);
    expect((await refresh(String(answers[0]?.body['refresh_token']))).status).toBe(200);
  });

  it('ends the access when it is used again later than 30 seconds after its first use', async () => {
    const { refreshToken } = await authorize(api, session, publicApp);
    const successor = (await refresh(refreshToken)).body;
    await api.database.query({
      name: '',
      text: `UPDATE oauth_tokens SET consumed_at = consumed_at - interval '31 s' WHERE consumed_at IS NOT NULL AND grant_id = $1`,
      values: [(await newestGrant())?.id],
    });
    expect((await refresh(refreshToken)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(String(successor['refresh_token']))).body).toMatchObject({ error: 'invalid_grant' });
    expect((await ask(String(successor['access_token']))).body).toMatchObject({ code: 'token_revoked' });
    expect(await newestGrant()).toMatchObject({
      ...{ status: 'revoked', revokedBy: 'application Acme Sync' },
      revokedByActor: { kind: 'application', name: 'Acme Sync' },
    });
  });

  it('cannot be used by another application', async () => {
    const { refreshToken } = await authorize(api, session, publicApp);
    const other = await registerApplication(session, { type: 'public' });
    expect((await refresh(refreshToken, other)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('an authorization code', () => {
  it('works once: using it again ends what it gave', async () => {
    const code = await codeOf(publicApp);
    const first = await exchange(code);
    expect(first.status).toBe(200);
    expect((await exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await ask(String(first.body['access_token']))).body).toMatchObject({ code: 'token_revoked' });
    expect((await refresh(String(first.body['refresh_token']))).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('gives no more than one family of tokens when it is used by several requests at the same time', async () => {
    const code = await codeOf(publicApp);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      expect((await ask(String(body['access_token']))).body).toMatchObject({ code: 'token_revoked' });
    }
  });
});

describe('revocation', () => {
  it('by the member, an administrator or the owner of the application works on every process with the next request', async () => {
    const beside = await TestApi.beside(api);
    try {
      const owner = await world.session(member);
      const ways: (() => Promise<unknown>)[] = [
        async () => session.call('POST', `/app/oauth/grants/${(await newestGrant())?.id}/revoke`, { body: {} }),
        () => owner.call('POST', `/app/company/applications/${publicApp.id}/revoke`, { body: { reason: 'Unused' } }),
        () => session.call('POST', `/app/oauth/applications/${publicApp.id}/archive`),
      ];
      for (const revoke of ways) {
        const { accessToken, refreshToken } = await authorize(api, session, publicApp);
        expect([(await ask(accessToken)).status, (await ask(accessToken, beside)).status]).toEqual([200, 200]);
        expect(await revoke()).toMatchObject({ status: 200 });
        expect((await ask(accessToken, beside)).body).toMatchObject({ status: 401, code: 'token_revoked' });
        expect((await ask(accessToken)).body).toMatchObject({ status: 401, code: 'token_revoked' });
        expect((await refresh(refreshToken)).status).toBeGreaterThanOrEqual(400);
      }
    } finally {
      await beside.stop();
    }
  });

  it('is counted: requests before and after are shown to administrators', async () => {
    const { accessToken } = await authorize(api, session, publicApp);
    await ask(accessToken);
    await ask(accessToken);
    const list = await session.call<CompanyApplicationList>('GET', '/app/company/applications');
    expect(list.body.data).toMatchObject([
      { application: { id: publicApp.id }, allowed: true, requests7d: 2, grants: [{ member: { id: member.id } }] },
    ]);
    expect(list.body.data[0]?.days.at(-1)).toBe(2);
    await api.app.get(GrantUseService).flush();
    const registered = await session.call<ApplicationView>('GET', `/app/oauth/applications/${publicApp.id}`);
    expect(registered.body).toMatchObject({ requests7d: expect.any(Number), lastUsedAt: expect.any(String) });
    expect(registered.body.days).toHaveLength(30);
    // The publisher sees the requests of every grant, including ended ones.
    expect(registered.body.days.at(-1)).toBeGreaterThanOrEqual(2);
    const all = await session.call<ApplicationList>('GET', '/app/oauth/applications');
    expect(all.body.data.find(({ id }) => id === publicApp.id)).toMatchObject({ days: registered.body.days });
    const other = await world.session(await world.member(company, { role: 'Sales' }));
    expect((await other.call('GET', '/app/company/applications')).status).toBe(403);
  });

  it('ends with the removal of the member', async () => {
    const colleague = await world.member(company, { role: 'Accountant' });
    const { accessToken } = await authorize(api, await world.session(colleague), publicApp);
    const path = `/app/members/${colleague.id}`;
    const preview = await session.call('POST', `${path}/departure`, { body: { change: 'remove' } });
    expect(preview.body).toMatchObject({ applicationCount: 1, applications: [{ name: 'Acme Sync', stops: true }] });
    expect((await session.call('POST', `${path}/remove`)).status).toBe(200);
    expect((await ask(accessToken)).body).toMatchObject({ code: 'token_revoked' });
  });
});
