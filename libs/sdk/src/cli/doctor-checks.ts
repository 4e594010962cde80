import { ConnectionError, ProblemError, UnexpectedResponseError } from '../errors.js';
import { EVENT_TYPES } from '../generated/event-types.js';
import { connectionAdvice, describeError } from './cli-error.js';
import type { Connection } from './connection.js';
import { credentialOf } from './login.command.js';
import { proxyFor } from './proxy-settings.js';
import type { Terminal } from './terminal.js';

export interface DoctorContext {
  readonly url: string;
  /** Undefined without a credential. */
  readonly connection?: Connection | undefined;
  /** Why there is no credential. */
  readonly reason?: string | undefined;
  readonly env: Terminal['env'];
  readonly signal: AbortSignal;
}

export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly text: string;
  readonly advice?: string;
  /** Whether the other checks would fail for the same reason. */
  readonly isLast?: boolean;
}

type Check = (context: DoctorContext) => Promise<Finding | undefined>;

const TIMEOUT_MS = 15_000;

/** A stream sends its first bytes with the headers. */
const FIRST_BYTES_MS = 3_000;

/** Webhooks and their signatures tolerate five minutes. */
const SKEW_PROBLEM_S = 300;
const SKEW_WARNING_S = 30;

const ok = (text: string): Finding => ({ level: 'ok', text });
const warning = (text: string, advice: string): Finding => ({ level: 'warning', text, advice });
const problem = (text: string, advice: string): Finding => ({ level: 'problem', text, advice });

/** In this order: each relies on the results of the previous ones. */
export const CHECKS: readonly { readonly name: string; readonly check: Check }[] = [
  { name: 'proxy', check: checkProxy },
  { name: 'address', check: checkAddress },
  { name: 'encryption', check: checkEncryption },
  { name: 'health', check: checkReady },
  { name: 'clock', check: checkClock },
  { name: 'version', check: checkVersion },
  { name: 'public URL', check: checkPublicUrl },
  { name: 'headers', check: checkHeaders },
  { name: 'browsers', check: checkCors },
  { name: 'credential', check: checkCredential },
  { name: 'events', check: checkStream },
];

const ask = (url: string, signal: AbortSignal, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });

const typeOf = (response: Response): string => response.headers.get('content-type') ?? 'no content type';

async function checkProxy({ url, env }: DoctorContext): Promise<Finding> {
  const { proxy, fault } = proxyFor(env, url);
  if (fault !== undefined)
    return warning(`Requests do not go through ${proxy ? `the proxy ${proxy}` : 'a proxy'}.`, fault);
  if (proxy === undefined) return ok('Requests go directly to the installation.');
  return ok(`Requests go through the proxy ${proxy}.`);
}

async function checkAddress({ url, signal }: DoctorContext): Promise<Finding> {
  let response: Response;
  try {
    response = await ask(`${url}/health/live`, signal);
  } catch (error) {
    const { message } = describeError(new ConnectionError(`${url}: no response (${causeOf(error)}).`));
    return { ...problem(message, connectionAdvice(error)), isLast: true };
  }
  const target = response.headers.get('location');
  if (response.status >= 300 && response.status < 400) {
    return { ...problem(`${url} redirects to ${target}.`, `Use that address in place of ${url}.`), isLast: true };
  }
  const text = await response.text();
  if (!typeOf(response).includes('json') || !text.includes('"status"')) {
    const what = `${url} responded with HTTP ${response.status} and ${typeOf(response)}, which is not from Billhook`;
    const advice = 'Check the address, and the rules of the proxy: it must pass every path to Billhook.';
    return { ...problem(`${what}: ${text.slice(0, 80).replaceAll(/\s+/g, ' ')}`, advice), isLast: true };
  }
  return ok(`${url} responds.`);
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
};

async function checkEncryption({ url }: DoctorContext): Promise<Finding> {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return ok('The connection is encrypted, and the certificate is valid.');
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) return ok('Plain HTTP on this machine.');
  return warning(
    'The connection is not encrypted: keys can be read on the way.',
    'Put a proxy with TLS before Billhook, and use https://.',
  );
}

async function checkReady({ url, signal }: DoctorContext): Promise<Finding> {
  const response = await ask(`${url}/health/ready`, signal);
  const { checks = [] } = (await response.json().catch(() => ({}))) as {
    readonly checks?: readonly HealthCheckResult[];
  };
  const wrong = checks.filter(({ status }) => status !== 'ok');
  const text = wrong.map(({ detail }) => detail).join(' ');
  const advice = wrong.map((check) => check.advice ?? '').join(' ');
  if (response.status !== 200) {
    return problem(
      `Billhook is not ready (HTTP ${response.status}). ${text}`.trim(),
      advice || 'The reason is in the log of the API, which the operator can read.',
    );
  }
  return wrong.length > 0 ? warning(text, advice) : ok('Billhook reaches its database, its queue and a worker.');
}

/** A check of `GET /health/ready`. */
interface HealthCheckResult {
  readonly status: string;
  readonly detail: string;
  readonly advice?: string;
}

async function checkClock({ url, signal }: DoctorContext): Promise<Finding> {
  const before = Date.now();
  const response = await ask(`${url}/health/live`, signal);
  await response.body?.cancel();
  const at = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(at))
    return warning('The response has no header Date.', 'A proxy removes it: the clocks cannot be compared.');
  // The header has whole seconds.
  const seconds = Math.round((at + 500 - (before + Date.now()) / 2) / 1000);
  const difference = `${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} Billhook`;
  const advice = 'Synchronize the clock of this machine (NTP). Signatures of webhooks are valid for 5 minutes.';
  if (Math.abs(seconds) > SKEW_PROBLEM_S) return problem(`The clock of this machine is ${difference}.`, advice);
  if (Math.abs(seconds) > SKEW_WARNING_S) return warning(`The clock of this machine is ${difference}.`, advice);
  return ok('The clocks agree.');
}

/** The command line has the event types of its version. */
async function checkVersion({ url, signal }: DoctorContext): Promise<Finding> {
  const response = await ask(`${url}/v1/openapi.json`, signal);
  if (!response.ok)
    return problem(`${url}/v1/openapi.json: HTTP ${response.status}.`, 'The proxy must pass every path to Billhook.');
  const { webhooks = {} } = (await response.json()) as { readonly webhooks?: object };
  const served = Object.keys(webhooks);
  const known: readonly string[] = EVENT_TYPES;
  const missing = served.filter((type) => !known.includes(type));
  const removed = known.filter((type) => !served.includes(type));
  if (missing.length + removed.length === 0) return ok('The command line matches the API.');
  const difference = [...missing.map((type) => `+${type}`), ...removed.map((type) => `-${type}`)].join(', ');
  return warning(
    `The command line is of another version than the API (${difference}).`,
    `Install the one that matches: npm install -g ${url}/docs/billhook-sdk.tgz`,
  );
}

async function checkPublicUrl({ url, signal }: DoctorContext): Promise<Finding> {
  const response = await ask(`${url}/.well-known/oauth-protected-resource`, signal);
  if (!response.ok || !typeOf(response).includes('json')) {
    return warning(
      `${url}/.well-known/ is not passed to Billhook (HTTP ${response.status}).`,
      'Applications and assistants need it to sign in.',
    );
  }
  const { resource = url } = (await response.json()) as { readonly resource?: string };
  if (new URL(resource).origin === new URL(url).origin) return ok('Links and sign-ins lead to this address.');
  return warning(
    `The address in the settings of Billhook is ${resource}.`,
    'Links in emails and sign-ins lead there. If it is wrong, the operator must correct PUBLIC_URL.',
  );
}

async function checkHeaders({ url, signal }: DoctorContext): Promise<Finding> {
  const headers = { authorization: 'Bearer bhk_probe' };
  const response = await ask(`${url}/v1/me`, signal, { headers });
  const code = await codeOf(response);
  if (code === undefined) {
    return problem(
      `A proxy replaced a 401 of Billhook (HTTP ${response.status}, ${typeOf(response)}).`,
      'Turn off the error pages of the proxy for this host.',
    );
  }
  if (code === 'credential_missing') {
    return problem(
      'A proxy removes the header Authorization.',
      'Allow the header in its configuration, also for paths that it protects itself.',
    );
  }
  const missing = ['request-id', 'www-authenticate'].filter((name) => !response.headers.has(name));
  if (missing.length === 0) return ok('Requests and responses keep their headers.');
  return warning(
    `A proxy removes these headers of responses: ${missing.join(', ')}.`,
    'Allow them in its configuration.',
  );
}

/** The code of a problem; undefined for anything else. */
async function codeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined;
}

async function checkCors({ url, signal }: DoctorContext): Promise<Finding> {
  const headers = {
    origin: 'https://app.example.com',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const response = await ask(`${url}/v1/me`, signal, { method: 'OPTIONS', headers });
  if (response.ok && response.headers.has('access-control-allow-origin'))
    return ok('Applications in browsers can call the API.');
  return warning(
    `A preflight request of a browser is rejected (HTTP ${response.status}).`,
    'Applications in browsers cannot call the API. The proxy must pass OPTIONS to Billhook.',
  );
}

async function checkCredential({ connection, reason = '' }: DoctorContext): Promise<Finding> {
  if (!connection) return warning(`Not checked: ${reason}`, 'The other checks need no credential.');
  try {
    const [me, { effective, lost }] = await Promise.all([
      connection.billhook.me.get(),
      connection.billhook.me.permissions(),
    ]);
    const who = `${credentialOf(me)} of ${me.creator.name} in ${me.company.name}, from ${connection.source}`;
    const not = lost.map(({ permission, cause }) => `${permission} (${cause})`).join(', ');
    if (not !== '') return warning(`${who}. Not working now: ${not}.`, lost[0]?.fixUrl ?? '');
    return ok(`${who}. Permissions: ${effective.join(', ') || 'none'}.`);
  } catch (error) {
    const { message, advice = '' } = describeError(error);
    return problem(message, advice);
  }
}

async function checkStream({ connection, signal }: DoctorContext): Promise<Finding | undefined> {
  if (!connection) return undefined;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), FIRST_BYTES_MS);
  const options = { signal: AbortSignal.any([signal, limit.signal]) };
  const buffered = problem(
    `The event stream sent nothing within ${FIRST_BYTES_MS / 1000} s.`,
    'A proxy buffers it: turn that off for /v1/events/stream (nginx: proxy_buffering off). Until then, read GET /v1/events?after=.',
  );
  try {
    const request = { method: 'GET', path: '/v1/events/stream', accept: 'text/event-stream', options, maxRetries: 0 };
    const response = await connection.transport.send(request);
    if (!typeOf(response).includes('text/event-stream')) {
      return problem(
        `The event stream is ${typeOf(response)}.`,
        'A proxy responds in place of Billhook at /v1/events/stream.',
      );
    }
    const reader = response.body?.getReader();
    const { done } = (await reader?.read()) ?? { done: true };
    await reader?.cancel();
    return done ? buffered : ok('Events arrive immediately.');
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted) return buffered;
    if (error instanceof ProblemError && error.status === 403) {
      return warning('Not checked: the credential lacks event.read.', 'listen needs this permission.');
    }
    const { message, advice = '' } = describeError(error);
    return problem(
      error instanceof UnexpectedResponseError ? `The event stream is broken. ${message}` : message,
      advice,
    );
  } finally {
    clearTimeout(timer);
    limit.abort();
  }
}
