import type { MePermissionsView } from '@billhook/contract/identity/me';
import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { requestable } from '@billhook/domain/identity/application';
import { resourceUrl } from '@billhook/domain/identity/oauth-resource';
import { ApiError, apiFetch } from '@billhook/ui/api-fetch';

/* The code flow with PKCE from the application's side, run by the settings. Verifier, secret and tokens are only in the memory of the dialog. */

/** The redirect URI of the test. It is registered like any other, so the list of redirect URIs stays complete. */
export const testRedirectUri = (): string => `${location.origin}/settings/oauth/test`;

const CHANNEL = 'billhook-sign-in-test';

export interface SignInAttempt {
  readonly clientId: string;
  readonly state: string;
  readonly verifier: string;
  /** The consent page. */
  readonly url: string;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** A new attempt, with a new verifier and state. */
export async function startAttempt({ clientId, scopes }: ApplicationView): Promise<SignInAttempt> {
  const [state, verifier] = [random(), random()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: testRedirectUri(),
    scope: requestable(scopes).join(' '),
    resource: resourceUrl(location.origin, 'v1'),
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  return { clientId, state, verifier, url: `${location.origin}/oauth/authorize?${parameters.toString()}` };
}

/** Passes the response, which is in the address of this window, to the window of the test. */
export function passResponseOn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(location.search);
  channel.close();
}

/** Calls `take` with the response to an attempt. Returns a function that stops. */
export function onResponse({ state }: SignInAttempt, take: (response: URLSearchParams) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const response = new URLSearchParams(String(data));
    if (response.get('state') === state) take(response);
  });
  return () => channel.close();
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}

/** A request of the protocol: form-encoded, with the errors of RFC 6749, 5.2. */
async function post<T>(path: string, body: Readonly<Record<string, string>>): Promise<T> {
  const response = await fetch(path, { method: 'POST', body: new URLSearchParams(body), credentials: 'omit' });
  const result: unknown = await response.json().catch(() => ({}));
  if (response.ok) return result as T;
  const { error, error_description: detail } = result as { error?: string; error_description?: string };
  throw new ApiError(error ?? 'unexpected', detail ?? error ?? `HTTP ${response.status}`, response.status);
}

const identity = (clientId: string, secret: string): Record<string, string> => ({
  client_id: clientId,
  ...(secret && { client_secret: secret }),
});

/**
 * Exchanges the code, asks the API for the permissions of the token, and revokes the tokens.
 * @param secret of a confidential application, otherwise empty
 * @throws ApiError
 */
export async function finishAttempt(attempt: SignInAttempt, code: string, secret: string): Promise<MePermissionsView> {
  const client = identity(attempt.clientId, secret);
  const tokens = await post<Tokens>('/oauth/token', {
    ...client,
    grant_type: 'authorization_code',
    code,
    code_verifier: attempt.verifier,
    redirect_uri: testRedirectUri(),
    resource: resourceUrl(location.origin, 'v1'),
  });
  try {
    return await apiFetch<MePermissionsView>('/v1/me/permissions', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
      credentials: 'omit',
    });
  } finally {
    await post('/oauth/revoke', { ...client, token: tokens.refresh_token ?? tokens.access_token });
  }
}
