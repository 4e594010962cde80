import { ConnectionError, UnexpectedResponseError } from '../errors.js';
import { sleep } from '../sleep.js';
import { CliError } from './cli-error.js';
import type { StoredResource, StoredTokens } from './settings-file.js';

/** The application that every installation knows as part of Billhook. */
export const CLIENT_ID = 'billhook-cli';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const TIMEOUT_MS = 30_000;

export interface OAuthEndpoints {
  readonly device: string;
  readonly token: string;
  readonly revocation: string;
}

interface OAuthError {
  readonly error?: string;
  readonly error_description?: string;
}

/** What a person opens and enters to allow the access (RFC 8628). */
export interface DeviceAuthorization {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly url: string;
  readonly expiresAt: number;
  readonly intervalMs: number;
}

async function call(url: string, form?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(url, {
      ...(form && { method: 'POST', body: new URLSearchParams({ client_id: CLIENT_ID, ...form }) }),
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new ConnectionError(`${url}: no response (${cause instanceof Error ? messageOf(cause) : 'unknown'}).`, {
      cause,
    });
  }
}

const messageOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);

/** The body as JSON. The metadata of OAuth is small. */
async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UnexpectedResponseError(response.status, response.headers.get('content-type'), text.slice(0, 500));
  }
}

/**
 * The endpoints of the installation, from its metadata (RFC 8414); undefined if it has no device flow. Only their paths are used, so that a
 * credential is sent only to the requested host.
 */
export async function discoverOAuth(url: string): Promise<OAuthEndpoints | undefined> {
  const response = await call(`${url}/.well-known/oauth-authorization-server`);
  if (response.status === 404) return undefined;
  const metadata = await jsonOf(response);
  const at = (name: string): string | undefined => {
    const endpoint = metadata[name];
    return typeof endpoint === 'string' ? url + new URL(endpoint).pathname : undefined;
  };
  const [device, token] = [at('device_authorization_endpoint'), at('token_endpoint')];
  return device && token
    ? { device, token, revocation: at('revocation_endpoint') ?? `${url}/oauth/revoke` }
    : undefined;
}

/** Begins a device flow; undefined if the installation does not know the command line. */
export async function beginDevice(
  { device }: OAuthEndpoints,
  scope: string,
  resource: string,
): Promise<DeviceAuthorization | undefined> {
  const response = await call(device, { scope, resource });
  const body = await jsonOf(response);
  if (!response.ok) {
    const { error, error_description: description } = body as OAuthError;
    if (error === 'invalid_client') return undefined;
    throw new CliError('failed', `The installation rejected the sign-in: ${description ?? error ?? response.status}.`);
  }
  return {
    deviceCode: String(body['device_code']),
    userCode: String(body['user_code']),
    url: String(body['verification_uri']),
    expiresAt: Date.now() + Number(body['expires_in'] ?? 900) * 1000,
    intervalMs: Number(body['interval'] ?? 5) * 1000,
  };
}

/**
 * Waits until the person has decided.
 * @throws CliError when they deny the access, or the code expires
 */
export async function awaitDevice(
  { token }: OAuthEndpoints,
  { deviceCode, expiresAt, intervalMs }: DeviceAuthorization,
  signal: AbortSignal,
): Promise<StoredTokens> {
  let pauseMs = intervalMs;
  while (Date.now() < expiresAt) {
    await sleep(pauseMs, signal);
    const response = await call(token, { grant_type: DEVICE_GRANT, device_code: deviceCode }, signal);
    const body = await jsonOf(response);
    if (response.ok) return tokensOf(body);
    const { error, error_description: description } = body as OAuthError;
    // RFC 8628, 3.5. An installation that restarts responds again while the code is valid.
    if (error === 'slow_down' || response.status === 429 || response.status === 503) pauseMs += 5_000;
    else if (error === 'access_denied') throw new CliError('credential', 'The access was denied in the browser.');
    else if (error === 'expired_token') break;
    else if (error !== 'authorization_pending') {
      throw new CliError('credential', `The sign-in failed: ${description ?? error ?? response.status}.`);
    }
  }
  throw new CliError('credential', 'The code has expired.', 'Run billhook login again.');
}

/** @throws CliError when the access has ended */
export async function refreshTokens({ token }: OAuthEndpoints, refresh: string): Promise<StoredTokens> {
  const response = await call(token, { grant_type: 'refresh_token', refresh_token: refresh });
  const body = await jsonOf(response);
  if (response.ok) return tokensOf(body, refresh);
  if (response.status >= 500 || response.status === 429) {
    throw new ConnectionError(`${token}: HTTP ${response.status}.`);
  }
  throw new CliError(
    'credential',
    'Your access has ended: it was revoked, or has expired.',
    'Sign in again with billhook login.',
  );
}

/** Ends the access. */
export async function revokeTokens({ revocation }: OAuthEndpoints, { access, refresh }: StoredTokens): Promise<void> {
  await call(revocation, { token: refresh ?? access });
}

function tokensOf(body: Readonly<Record<string, unknown>>, previous: string | null = null): StoredTokens {
  const refresh = body['refresh_token'];
  return {
    access: String(body['access_token']),
    refresh: typeof refresh === 'string' ? refresh : previous,
    expiresAt: Date.now() + Number(body['expires_in'] ?? 3600) * 1000,
  };
}

/** The resource of a token (RFC 8707). The installation may have another address for the outside: its metadata names it. */
export async function resourceUrl(url: string, resource: StoredResource): Promise<string> {
  const body = await jsonOf(await call(`${url}/.well-known/oauth-protected-resource/${resource}`));
  return typeof body['resource'] === 'string' ? body['resource'] : `${url}/${resource}`;
}
