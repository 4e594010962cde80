import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { describe, expect, it } from '@jest/globals';
import { TestApi, type Answer } from '../support/api.js';
import { authorizationPath, PUBLIC_URL, REDIRECT, registerApplication, TestBrowser } from '../support/oauth.js';
import { startWorld } from '../support/start.js';

const { api, world } = await startWorld();
const member = await world.member(await world.company());
const session = await world.session(member);
const application = await registerApplication(session, { type: 'public', scopes: ['client.read', 'invoice.read'] });

const request = (changes: Readonly<Record<string, string | undefined>> = {}): string =>
  authorizationPath({ client_id: application.clientId, ...changes });

const callback = ({ headers }: Answer): URL => new URL(headers.get('location') ?? 'about:none');

describe('GET /oauth/authorize', () => {
  it.each([
    ['another port', 'https://app.example.com:8443/callback'],
    ['a slash at the end', `${REDIRECT}/`],
    ['a suffix', `${REDIRECT}2`],
    ['a query', `${REDIRECT}?next=1`],
    ['a fragment', `${REDIRECT}#token`],
    ['another host', 'https://app.example.com.evil.example/callback'],
    ['another scheme', 'http://app.example.com/callback'],
    ['upper case', 'https://APP.example.com/callback'],
    ['a user name', 'https://x@app.example.com/callback'],
  ])('400 without a redirect for a redirect URI with %s', async (_, redirectUri) => {
    const answer = await api.call('GET', request({ redirect_uri: redirectUri }));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.text).toMatch(/<main>\n<h1>The request of the application is invalid<\/h1>/);
  });

  it('400 without a redirect for an unknown application, and repeats no markup', async () => {
    const answer = await api.call('GET', request({ client_id: '<script>alert(1)</script>' }));
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('<script>');
  });

  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['of the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['for an ID token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['for a permission that the application did not register', { scope: 'invoice.write' }, 'invalid_scope'],
    ['for an unknown scope', { scope: 'client.read everything' }, 'invalid_scope'],
    ['for OpenID Connect', { scope: 'openid client.read' }, 'invalid_scope'],
    ['for a permission of sessions alone', { scope: 'member.manage' }, 'invalid_scope'],
    ['for a page with a form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    [
      'for a page with a form and an error',
      { response_mode: 'form_post', scope: 'nonsense' },
      'unsupported_response_mode',
    ],
    ['for a resource of another host', { resource: 'https://elsewhere.example/v1' }, 'invalid_target'],
    ['that must not ask', { prompt: 'none' }, 'consent_required'],
  ])('sends the browser back with an error for a request %s', async (_, changes, error) => {
    const answer = await api.call('GET', request(changes));
    expect(answer.status).toBe(303);
    const back = callback(answer);
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    const parameters = new URLSearchParams(back.search || back.hash.slice(1));
    expect(Object.fromEntries(parameters)).toMatchObject({ error, state: 'a state', iss: PUBLIC_URL });
  });
});

describe('the scope offline_access', () => {
  it.each([undefined, 'consent'])(
    'changes nothing with prompt %s: applications get refresh tokens without it',
    async (prompt) => {
      const browser = new TestBrowser(api, session);
      const uid = await browser.begin(request({ scope: 'client.read offline_access', prompt }));
      const [company] = (await browser.show(uid)).body.companies;
      expect(company?.permissions).toEqual([{ permission: 'client.read', held: true }]);
    },
  );
});

describe('the consent of a member', () => {
  it('401 without a session, and for a key', async () => {
    const browser = new TestBrowser(api, session);
    const path = `/app/oauth/interactions/${await browser.begin(request())}`;
    expect((await api.call('GET', path)).status).toBe(401);
    const key = await world.key({ member });
    expect((await key.call<ProblemView>('POST', path, { body: { decision: 'deny' } })).body).toMatchObject({
      status: 401,
      code: 'wrong_credential',
    });
  });

  it('410 in another browser than the one in which the application began', async () => {
    const uid = await new TestBrowser(api, session).begin(request());
    const other = await world.session(await world.member(await world.company()));
    for (const caller of [session, other]) {
      expect((await caller.call('GET', `/app/oauth/interactions/${uid}`)).body).toMatchObject({
        code: 'authorization_request_expired',
      });
    }
  });

  it('410 with a cookie that another browser was given, or that no one signed', async () => {
    const planted = new TestBrowser(api, session);
    const uid = await planted.begin(request());
    const victim = new TestBrowser(api, session);
    await victim.begin(request());
    const show = (cookies: Readonly<Record<string, string>>) => {
      const cookie = [session.cookie, ...Object.entries(cookies).map(([name, value]) => `${name}=${value}`)].join('; ');
      return session.call('GET', `/app/oauth/interactions/${uid}`, { headers: { cookie } });
    };
    const [own, others] = [planted, victim].map((browser) => Object.fromEntries(browser.jar));
    const [tie = '', browser = ''] = [own?.['billhook_consent'], others?.['billhook_browser']];
    expect((await show({ billhook_consent: tie, billhook_browser: browser })).status).toBe(410);
    expect((await show({ billhook_consent: uid, billhook_browser: browser })).status).toBe(410);
    expect((await show({ billhook_consent: tie })).status).toBe(410);
    expect((await show({ billhook_consent: tie, billhook_browser: own?.['billhook_browser'] ?? '' })).status).toBe(200);
  });

  it('shows the requested and held permissions, and grants no others', async () => {
    const sales = await world.member(member.companyId, { permissions: ['client.read'] });
    const browser = new TestBrowser(api, await world.session(sales));
    const uid = await browser.begin(request({ scope: 'client.read invoice.read' }));
    const { body } = await browser.show(uid);
    expect(body).toMatchObject({
      application: { clientId: application.clientId, source: 'registered', publisher: expect.any(String) },
      redirectHost: 'app.example.com',
      resource: 'v1',
      companies: [
        {
          current: true,
          refusal: null,
          permissions: [
            { permission: 'client.read', held: true },
            { permission: 'invoice.read', held: false },
          ],
        },
      ],
    });
    const allow = (choice: object) =>
      browser.decide(uid, {
        ...{ decision: 'allow', companyId: member.companyId, scopes: ['client.read'], expiry: '1y' },
        ...choice,
      });
    const codes = async (choice: object) => {
      const answer = await allow(choice);
      const { code, errors = [] } = answer.body as unknown as ProblemView;
      return [code, ...errors.map((each) => `${each.pointer} ${each.code}`)];
    };
    expect(await codes({ scopes: ['client.read', 'invoice.read'] })).toEqual(['invalid_body', '/scopes/1 not_held']);
    expect(await codes({ scopes: ['quote.read'] })).toEqual(['invalid_body', '/scopes/0 not_requested']);
    expect(await codes({ scopes: ['audit.read'] })).toEqual(['invalid_body', '/scopes/0 not_grantable']);
    expect((await codes({ companyId: await world.company() }))[0]).toBe('not_found');
    expect((await allow({})).status).toBe(200);
    expect((await codes({}))[0]).toBe('authorization_request_expired');
  });

  it('403 for a company on the Free plan, and for a member without any of the permissions', async () => {
    for (const [plan, permissions, code] of [
      ['Free', MEMBER_PERMISSIONS, 'plan_required'],
      ['Pro', ['quote.read'], 'nothing_to_grant'],
    ] as const) {
      const person = await world.member(await world.company({ plan }), { permissions });
      const browser = new TestBrowser(api, await world.session(person));
      const uid = await browser.begin(request());
      expect((await browser.show(uid)).body.companies[0]?.refusal).toMatchObject({ code });
      const body = { decision: 'allow', companyId: person.companyId, scopes: ['client.read'], expiry: '90d' };
      expect(await browser.decide(uid, body)).toMatchObject({ status: 403, body: { code } });
    }
  });

  it('decides once, however many decisions arrive together', async () => {
    const browser = new TestBrowser(api, session);
    const uid = await browser.begin(request());
    const body = { decision: 'allow', companyId: member.companyId, scopes: ['client.read'], expiry: '90d' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.decide(uid, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410]);
  });
});

describe('the redirect URIs of an application', () => {
  it.each([
    ['http://app.example.com/callback', 'must begin with https://'],
    ['https://app.example.com/callback#x', 'fragment'],
    ['https://*.example.com/callback', 'wildcards'],
    ['myapp://callback', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://user@app.example.com/', 'user name'],
    ['callback', 'complete URL'],
  ])('422 for %s', async (uri, words) => {
    const body = { name: 'Acme', type: 'public', redirectUris: [uri], scopes: [] };
    const answer = await session.call<ProblemView>('POST', '/app/oauth/applications', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.[0]).toMatchObject({ pointer: '/redirectUris/0', code: 'invalid_redirect_uri' });
    expect(answer.body.errors?.[0]?.message).toContain(words);
  });
});

describe('the name of an application', () => {
  it.each(['Billhook command line', 'billhook  COMMAND-line', 'API reference', 'Вillhook'])(
    '422 for %s, which is part of Billhook',
    async (name) => {
      const body = { name, type: 'public', redirectUris: [REDIRECT], scopes: [] };
      const error = { pointer: '/name', code: 'reserved_name' };
      const made = await session.call<ProblemView>('POST', '/app/oauth/applications', { body });
      expect(made).toMatchObject({ status: 422, body: { errors: [error] } });
      const path = `/app/oauth/applications/${application.id}`;
      const changed = await session.call<ProblemView>('PATCH', path, { body: { name } });
      expect(changed).toMatchObject({ status: 422, body: { errors: [error] } });
    },
  );
});

describe('addresses that strangers choose', () => {
  it('422 for a logo inside the network, which is not called', async () => {
    const strict = await TestApi.beside(api, { WEBHOOK_ALLOWED_CIDRS: '' });
    try {
      for (const logoUrl of ['https://127.0.0.1/logo.png', 'https://169.254.169.254/latest', 'https://localhost/']) {
        const body = { name: 'Acme', type: 'public', redirectUris: [REDIRECT], scopes: [], logoUrl };
        const answer = await strict.call<ProblemView>('POST', '/app/oauth/applications', {
          body,
          headers: { cookie: session.cookie },
        });
        expect(answer.body.errors).toMatchObject([{ pointer: '/logoUrl', code: 'logo_unavailable' }]);
        expect(answer.body.detail).toContain('The address is not public');
      }
    } finally {
      await strict.stop();
    }
  });

  it('400 for a metadata document inside the network', async () => {
    const strict = await TestApi.beside(api, { WEBHOOK_ALLOWED_CIDRS: '' });
    try {
      for (const clientId of ['https://127.0.0.1/client.json', 'https://10.0.0.1/client.json', 'https://[::1]/c']) {
        const answer = await strict.call('GET', request({ client_id: clientId }));
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      }
    } finally {
      await strict.stop();
    }
  });
});

describe('POST /oauth/register', () => {
  const metadata = { client_name: 'Self', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };

  it('404 unless the operator allows it', async () => {
    expect((await api.call('POST', '/oauth/register', { body: metadata })).status).toBe(404);
  });

  it('201 with a client ID when the operator allows it; members see that it is not registered here', async () => {
    const open = await TestApi.beside(api, { OAUTH_DYNAMIC_REGISTRATION: 'true' });
    try {
      const made = await open.call('POST', '/oauth/register', { body: metadata });
      expect(made.status).toBe(201);
      expect(made.body['client_id']).toMatch(/^bha_/);
      const browser = new TestBrowser(open, session);
      const uid = await browser.begin(request({ client_id: String(made.body['client_id']) }));
      expect((await browser.show(uid)).body.application).toMatchObject({ source: 'dynamic', publisher: null });
      const asked = await open.call('GET', request({ client_id: String(made.body['client_id']), prompt: 'none' }));
      expect([asked.status, asked.headers.get('location')]).toEqual([400, null]);
      expect(asked.text).toContain(`<a rel="noreferrer" href="${REDIRECT}?error=consent_required`);
      for (const [changes, error] of [
        [{ redirect_uris: ['http://evil.example/cb'] }, 'invalid_redirect_uri'],
        [{ redirect_uris: [REDIRECT, 'https://a.example/*'] }, 'invalid_redirect_uri'],
        [{ redirect_uris: ['com.evil:/cb'], application_type: 'native' }, 'invalid_redirect_uri'],
        [{ client_name: 'Acme\u202egnp' }, 'invalid_client_metadata'],
        [{ client_name: 'Billhook command line' }, 'invalid_client_metadata'],
        [{ registered_here: true }, 'invalid_client_metadata'],
      ] as const) {
        const refused = await open.call('POST', '/oauth/register', { body: { ...metadata, ...changes } });
        expect(refused).toMatchObject({ status: 400, body: { error } });
      }
      // Registered by an earlier release, which had no such rule.
      await api.database.query({
        name: 'older_client',
        text: `UPDATE oauth_applications SET redirect_uris = '{http://evil.example/cb}' WHERE client_id = $1`,
        values: [made.body['client_id']],
      });
      const older = { client_id: String(made.body['client_id']), redirect_uri: 'http://evil.example/cb' };
      const answer = await open.call('GET', request(older));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    } finally {
      await open.stop();
    }
  });
});
