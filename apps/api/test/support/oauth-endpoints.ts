import { COMMAND_LINE } from '@billhook/domain/identity/application';
import { expect } from '@jest/globals';
import { oauthEndpoints } from '../../src/identity/oauth/oauth-mount.js';
import type { Answer, TestApi } from './api.js';
import { authorizationPath, form, REDIRECT } from './oauth.js';

interface OAuthCall {
  readonly method: string;
  readonly path: string;
  /** Whether a person sees the response. */
  readonly isPage: boolean;
}

/** Every endpoint of the OAuth server, with its parameters filled in. */
export const OAUTH_CALLS: readonly OAuthCall[] = oauthEndpoints({ OAUTH_DYNAMIC_REGISTRATION: true }).flatMap(
  ([methods, url]) =>
    methods.map((method) => ({
      method,
      path: url.replace(':uid', 'x').replace('*', 'mcp'),
      isPage: url.startsWith('/oauth/authorize'),
    })),
);

/** Calls an endpoint with a request that needs the database. */
export function callOAuth(
  api: TestApi,
  path: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { clientId } = COMMAND_LINE;
  if (path === '/oauth/authorize') return api.call(method, authorizationPath({ client_id: clientId }), { headers });
  if (method === 'GET') return api.call(method, path, { headers });
  if (path === '/oauth/register') {
    const body = { client_name: 'Self', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
    return api.call(method, path, { headers, body });
  }
  const fields = { client_id: clientId, grant_type: 'refresh_token', refresh_token: 'x', token: 'x' };
  return form(api, path, fields, headers);
}

/** A readable page for people, and the JSON of RFC 6749 for programs; never a 500. */
export function expectOAuthFailure({ headers, text, body }: Answer, isPage: boolean, error: string): void {
  expect(headers.get('cache-control')).toContain('no-store');
  expect(headers.get('request-id')).toMatch(/^req_/);
  if (isPage) {
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('Try again');
    return;
  }
  expect(headers.get('content-type')).toContain('application/json');
  expect(body).toEqual({ error, error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) });
}
