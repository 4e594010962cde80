import type { ApplicationList } from '@billhook/contract/identity/oauth/application';
import type { ApplicationPolicy, GrantList } from '@billhook/contract/identity/oauth/grant';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { API_REFERENCE, COMMAND_LINE } from '@billhook/domain/identity/application';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  authorizationPath,
  authorize,
  bearer,
  form,
  PUBLIC_URL,
  registerApplication,
  TestBrowser,
  type TestApplication,
} from '../support/oauth.js';
import { startWorld } from '../support/start.js';
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

/** A sign-in of the command line. */
async function signInDevice(): Promise<{ accessToken: string }> {
  const { clientId } = COMMAND_LINE;
  const { body: device } = await form(api, '/oauth/device', { client_id: clientId, scope: 'client.read' });
  const decision = { decision: 'allow', companyId: company, scopes: ['client.read'], expiry: '1y' };
  const path = `/app/oauth/devices/${String(device['user_code'])}`;
  const decided = await session.call('POST', path, { body: decision });
  if (decided.status !== 200) throw new Error(decided.text);
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const fields = { grant_type: grant, client_id: clientId, device_code: String(device['device_code']) };
  return { accessToken: String((await form(api, '/oauth/token', fields)).body['access_token']) };
}

const ask = (token: string) => api.call<ProblemView>('GET', '/v1/clients', bearer(token));

describe('an application', () => {
  it.each<[string, string, object?]>([
    ['GET', ''],
    ['PATCH', '', { name: 'Taken over' }],
    ['POST', '/archive'],
    ['POST', '/secrets'],
    ['POST', '/secrets/1/revoke'],
  ])('%s %s: 404 for another member, and for another company', async (method, path, body = {}) => {
    const { id } = publicApp;
    const others = [await world.member(company, { role: 'Accountant' }), await world.member(await world.company())];
    for (const other of others) {
      const answer = await (
        await world.session(other)
      ).call<ProblemView>(method, `/app/oauth/applications/${id}${path}`, {
        ...(method !== 'GET' && { body }),
      });
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect((await session.call('GET', `/app/oauth/applications/${id}`)).body).toMatchObject({
      ...{ name: 'Acme Sync', archivedAt: null, secrets: [] },
    });
  });

  it('is listed for its owner, and for administrators of the company alone', async () => {
    const [colleague, administrator] = [
      await world.member(company, { role: 'Accountant' }),
      await world.member(company, { role: 'Admin' }),
    ];
    const stranger = await world.member(await world.company());
    const idsFor = async (who: SeededMember) =>
      (await (await world.session(who)).call<ApplicationList>('GET', '/app/oauth/applications')).body.data.map(
        ({ id }) => id,
      );
    expect(await idsFor(member)).toContain(publicApp.id);
    expect(await idsFor(administrator)).toContain(publicApp.id);
    expect(await idsFor(colleague)).toEqual([]);
    expect(await idsFor(stranger)).toEqual([]);
  });
});

describe('the access of an application', () => {
  it('404 when another person revokes it, who does not see it either', async () => {
    const { accessToken } = await authorize(api, session, publicApp);
    const [grant] = (await session.call<GrantList>('GET', '/app/oauth/grants')).body.data;
    const others = [await world.member(company, { role: 'Admin' }), await world.member(await world.company())];
    for (const other of others) {
      const caller = await world.session(other);
      expect((await caller.call<GrantList>('GET', '/app/oauth/grants')).body.data).toEqual([]);
      const answer = await caller.call<ProblemView>('POST', `/app/oauth/grants/${grant?.id}/revoke`, { body: {} });
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    }
    const stranger = await world.session(await world.member(await world.company()));
    const path = `/app/company/applications/${publicApp.id}/revoke`;
    expect((await stranger.call('POST', path, { body: {} })).status).toBe(404);
    expect((await ask(accessToken)).status).toBe(200);
  });
});

describe('the application policy', () => {
  it('suspends applications that it does not list, and does not let members authorise them', async () => {
    const { accessToken } = await authorize(api, session, publicApp);
    const path = '/app/company/application-policy';
    expect((await session.call('PUT', path, { body: { allow: 'listed', clientIds: [] } })).status).toBe(200);
    expect((await ask(accessToken)).body).toMatchObject({ status: 403, code: 'application_not_allowed' });
    await expect(authorize(api, session, publicApp)).rejects.toThrow('application_not_allowed');
    await session.call('PUT', path, { body: { allow: 'listed', clientIds: [publicApp.clientId] } });
    expect((await ask(accessToken)).status).toBe(200);
  });

  it('can exclude the applications that are part of Billhook, like the command line', async () => {
    const path = '/app/company/application-policy';
    const policy = (body: object) => session.call<ApplicationPolicy>('PUT', path, { body });
    const { accessToken } = await signInDevice();
    expect((await policy({ allow: 'listed', clientIds: [] })).body).toMatchObject({ builtin: true });
    expect((await ask(accessToken)).status).toBe(200);

    expect((await policy({ allow: 'listed', clientIds: [], builtin: false })).status).toBe(200);
    expect((await ask(accessToken)).body).toMatchObject({ status: 403, code: 'application_not_allowed' });
    await expect(signInDevice()).rejects.toThrow('application_not_allowed');
    const browser = new TestBrowser(api, session);
    const ofDocs = {
      client_id: API_REFERENCE.clientId,
      redirect_uri: `${PUBLIC_URL}/docs/assets/oauth2-redirect.html`,
    };
    const shown = await browser.show(await browser.begin(authorizationPath(ofDocs)));
    expect(shown.body.companies[0]?.refusal).toMatchObject({ code: 'application_not_allowed' });

    // An omitted setting stays unchanged, and a listed application is always allowed.
    const listed = await policy({ allow: 'listed', clientIds: [COMMAND_LINE.clientId] });
    expect(listed.body).toMatchObject({ builtin: false });
    expect((await ask(accessToken)).status).toBe(200);
    expect((await policy({ allow: 'listed', clientIds: [] })).body).toMatchObject({ builtin: false });
    expect((await ask(accessToken)).status).toBe(403);
    expect((await policy({ allow: 'every', clientIds: [] })).status).toBe(200);
    expect((await ask(accessToken)).status).toBe(200);
  });

  it('needs the password to allow the applications of Billhook again, and is audited', async () => {
    const path = '/app/company/application-policy';
    await session.call('PUT', path, { body: { allow: 'listed', clientIds: [], builtin: false } });
    const loosened = { allow: 'listed', clientIds: [], builtin: true };
    await world.ageConfirmation(member);
    expect((await session.call('PUT', path, { body: loosened })).body).toMatchObject({ code: 'step_up_required' });
    const fresh = await world.session(member);
    expect((await fresh.call('PUT', path, { body: loosened })).status).toBe(200);
    const { body } = await fresh.call<{ data: { action: string; details: object }[] }>('GET', '/app/audit-log');
    expect(body.data.find(({ action }) => action === 'oauth_policy.updated')).toMatchObject({
      details: { changed: { builtin: { from: false, to: true } } },
    });
  });
});

describe('codes of devices', () => {
  it('429 after ten that are unknown, also for a right one, and for no other member', async () => {
    const { body } = await form(api, '/oauth/device', { client_id: COMMAND_LINE.clientId, scope: 'client.read' });
    const path = (code: unknown) => `/app/oauth/devices/${String(code)}`;
    const show = (by: SessionCaller, code: unknown) => by.call<ProblemView>('GET', path(code));
    // A known code is not counted.
    for (let n = 0; n < 12; n++) expect((await show(session, body['user_code'])).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 15 }, () => show(session, 'BBBB-BBBB')));
    const statuses = guesses.map(({ status }) => status);
    expect([statuses.filter((status) => status === 404).length, new Set(statuses)]).toEqual([10, new Set([404, 429])]);
    const refused = await show(session, body['user_code']);
    expect(refused.body).toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const decided = await session.call('POST', path(body['user_code']), { body: { decision: 'deny' } });
    expect(decided.status).toBe(429);
    const other = await world.session(await world.member(company));
    expect((await show(other, body['user_code'])).status).toBe(200);
  });
});

describe('client secrets', () => {
  it('are two at most, and each works until it is revoked', async () => {
    const application = await registerApplication(session);
    const path = `/app/oauth/applications/${application.id}`;
    const { refreshToken } = await authorize(api, session, application);
    const added = await session.call<{ secret: string; application: { secrets: { id: number }[] } }>(
      'POST',
      `${path}/secrets`,
    );
    expect(added.status).toBe(201);
    expect(added.headers.get('cache-control')).toBe('no-store');
    expect((await session.call('POST', `${path}/secrets`)).body).toMatchObject({ code: 'too_many_secrets' });
    const with_ = (secret: string | null) =>
      form(api, '/oauth/token', {
        ...{ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: application.clientId },
        client_secret: secret ?? '',
      });
    expect([(await with_(application.secret)).status, (await with_(added.body.secret)).status]).toEqual([200, 200]);
    await session.call('POST', `${path}/secrets/${added.body.application.secrets[1]?.id}/revoke`);
    expect((await with_(application.secret)).body).toMatchObject({ error: 'invalid_client' });
    expect((await with_(added.body.secret)).status).toBe(200);
  });

  it('are stored nowhere, and neither are tokens', async () => {
    const application = await registerApplication(session);
    const { accessToken, refreshToken } = await authorize(api, session, application);
    const dump = JSON.stringify(
      await Promise.all(
        ['oauth_tokens', 'oauth_secrets', 'oauth_grants', 'oauth_applications', 'audit_log'].map((table) =>
          api.database.query({ name: '', text: `SELECT t::text FROM ${table} t` }),
        ),
      ),
    );
    for (const secret of [application.secret ?? '', accessToken, refreshToken]) {
      expect(dump).not.toContain(secret.slice(12, 44));
    }
  });
});
