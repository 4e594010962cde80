import { createHash, randomBytes } from 'node:crypto';
import type { CreatedApplication } from '@billhook/contract/identity/oauth/application';
import type { ConsentView } from '@billhook/contract/identity/oauth/consent';
import type { Permission } from '@billhook/domain/identity/permissions';
import * as openid from 'openid-client';
import type { Answer, TestApi } from './api.js';
import type { SessionCaller } from './world.js';

/** The configured public address of the installation; the test server has another one. */
export const PUBLIC_URL = 'http://localhost:3000';
export const REDIRECT = 'https://app.example.com/callback';

export interface TestApplication {
  readonly id: number;
  readonly clientId: string;
  readonly secret: string | null;
  readonly type: 'confidential' | 'public';
}

/** Registers an application through the settings. */
export async function registerApplication(
  session: SessionCaller,
  options: { type?: 'confidential' | 'public'; scopes?: Permission[]; redirectUris?: string[]; name?: string } = {},
): Promise<TestApplication> {
  const { type = 'confidential', scopes = [], redirectUris = [REDIRECT], name = 'Acme Sync' } = options;
  const body = { name, type, redirectUris, scopes };
  const answer = await session.call<CreatedApplication>('POST', '/app/oauth/applications', { body });
  if (answer.status !== 201) throw new Error(answer.text);
  const { application, secret } = answer.body;
  return { id: application.id, clientId: application.clientId, secret, type };
}

/** Sends requests to the public address to the test server. */
export const fetchFrom =
  (api: TestApi): openid.CustomFetch =>
  (url, options) =>
    fetch(url.replace(PUBLIC_URL, api.url), options as RequestInit);

/** The independent client, configured from the metadata of the server. */
export function discover(api: TestApi, { clientId, secret }: TestApplication): Promise<openid.Configuration> {
  const auth = secret === null ? openid.None() : openid.ClientSecretPost(secret);
  return openid.discovery(new URL(PUBLIC_URL), clientId, undefined, auth, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: fetchFrom(api),
  });
}

/** A browser between an application, the OAuth server and the consent page: it follows redirects and keeps cookies by path. */
export class TestBrowser {
  /** Its cookies for the public address. */
  readonly jar = new Map<string, string>();

  constructor(
    readonly api: TestApi,
    readonly session: SessionCaller,
  ) {}

  async open(url: string): Promise<Answer> {
    const path = url.replace(PUBLIC_URL, '').replace(this.api.url, '');
    const answer = await this.api.call('GET', path, { headers: { cookie: this.cookies } });
    this.keep(answer);
    return answer;
  }

  /** Begins an authorization. @returns the uid of the consent page */
  async begin(url: URL | string): Promise<string> {
    const answer = await this.open(String(url));
    const uid = /\/settings\/oauth\/consent\/([\w-]+)$/.exec(answer.headers.get('location') ?? '')?.[1];
    if (answer.status !== 303 || uid === undefined) {
      throw new Error(`${answer.status} ${answer.headers.get('location')} ${answer.text}`);
    }
    return uid;
  }

  show(uid: string): Promise<Answer<ConsentView>> {
    return this.session.call('GET', `/app/oauth/interactions/${uid}`, { headers: this.consentCookie });
  }

  decide(
    uid: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<{ redirectTo: string }>> {
    const path = `/app/oauth/interactions/${uid}`;
    return this.session.call('POST', path, { body, headers: { ...this.consentCookie, ...headers } });
  }

  /** Allows the requested access. @returns the redirect URI with its response */
  async allow(uid: string, choice: Readonly<Record<string, unknown>> = {}): Promise<URL> {
    const shown = await this.show(uid);
    const [company] = shown.body.companies;
    const scopes = company?.permissions.filter(({ held }) => held).map(({ permission }) => permission);
    const body = { decision: 'allow', companyId: company?.id, scopes, expiry: '1y', ...choice };
    const decided = await this.decide(uid, body);
    if (decided.status !== 200) throw new Error(decided.text);
    return this.callback(decided.body.redirectTo);
  }

  /** Follows the redirect back to the application. */
  async callback(redirectTo: string): Promise<URL> {
    const answer = await this.open(redirectTo);
    return new URL(answer.headers.get('location') ?? `about:${answer.status}`);
  }

  /** Calls with the session and the cookies of this browser. */
  readonly withCookies: SessionCaller['call'] = (method, path, call) =>
    this.session.call(method, path, { ...call, headers: { ...this.consentCookie, ...call?.headers } });

  private get cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private get consentCookie(): Record<string, string> {
    return { cookie: `${this.session.cookie}; ${this.cookies}` };
  }

  private keep({ headers }: Answer): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.jar.set(name, value);
    }
  }
}

export interface Granted {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scope: string;
}

/** The whole flow of an application, by the independent client. */
export async function authorize(
  api: TestApi,
  session: SessionCaller,
  application: TestApplication,
  options: { scope?: string; resource?: string; choice?: Readonly<Record<string, unknown>> } = {},
): Promise<Granted> {
  const { scope = 'client.read invoice.read', resource, choice } = options;
  const config = await discover(api, application);
  const verifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    state: 'a state',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(resource !== undefined && { resource }),
  });
  const browser = new TestBrowser(api, session);
  const callback = await browser.allow(await browser.begin(url), choice);
  const tokens = await openid.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: 'a state',
  });
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    scope: tokens.scope ?? '',
  };
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A verifier and its challenge, for raw requests. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A raw request with a form, as applications send it. */
export function form(
  api: TestApi,
  path: string,
  fields: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const known = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return api.call('POST', path, {
    raw: new URLSearchParams(known).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** The path of an authorization request; undefined removes a parameter. */
export function authorizationPath(changes: Readonly<Record<string, string | undefined>>): string {
  const parameters = {
    ...{ response_type: 'code', redirect_uri: REDIRECT, scope: 'client.read', state: 'a state' },
    ...{ code_challenge: pkce().challenge, code_challenge_method: 'S256', ...changes },
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
}
