import type { ReadOptions, WriteOptions } from './calls/call.js';
import { BillhookError, ConnectionError, ProblemError, UnexpectedResponseError } from './errors.js';
import type { Problem } from './generated/resources.js';
import { RatePacer, secondsUntil } from './rate-pacer.js';
import { LONGEST_TIMER_MS, sleep } from './sleep.js';
import { VERSION } from './version.js';

export interface BillhookOptions {
  /** A personal or company API key, `bhk_…` or `bht_…`. */
  readonly apiKey?: string | undefined;
  /** An OAuth access token, or a function that returns a valid one for each attempt. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** The URL of the installation, such as `https://billing.example.com`. */
  readonly baseUrl: string;
  /** Attempts after the first, for requests that can be repeated. The default is 4. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds for each attempt. The default is 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Called before each attempt, with the headers as they will be sent except the credential. */
  readonly onRequest?: ((attempt: Attempt) => void) | undefined;
  /** Called after each attempt. */
  readonly onResponse?: ((attempt: SentAttempt) => void) | undefined;
}

/** A request on its way. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** From 1. */
  readonly number: number;
}

export interface SentAttempt extends Attempt {
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly requestId: string | null;
  readonly durationMs: number;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly accept?: string;
  readonly options?: (ReadOptions & WriteOptions) | undefined;
  /** Replaces the client's setting. */
  readonly maxRetries?: number;
}

const RETRIED = new Set([429, 500, 502, 503, 504]);
const DEFAULT_RETRIES = 4;
const DEFAULT_TIMEOUT_MS = 60_000;
/** What the log of requests shows. A browser has its own, and asks the server before it sends another. */
const USER_AGENT = 'location' in globalThis ? undefined : `billhook-typescript/${VERSION}`;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** A longer `Retry-After` is left to the caller: it is in the error. */
const LONGEST_WAIT_MS = 60_000;

const ONE_CREDENTIAL = 'Give either apiKey or accessToken.';

const credentialsOf = ({ apiKey, accessToken }: Pick<BillhookOptions, 'apiKey' | 'accessToken'> = {}): number =>
  [apiKey, accessToken].filter((each) => each !== undefined).length;

/** Sends requests, and repeats those that may be repeated. */
export class Transport {
  readonly #options: BillhookOptions;
  readonly #base: string;
  readonly #pacer = new RatePacer();

  constructor(options: BillhookOptions) {
    if (credentialsOf(options) !== 1) throw new BillhookError(ONE_CREDENTIAL);
    if (!/^https?:\/\//i.test(options.baseUrl)) {
      throw new BillhookError('baseUrl must be the URL of your installation, such as https://billing.example.com.');
    }
    this.#options = options;
    this.#base = options.baseUrl.trim().replace(/\/+$/, '');
    if (this.#base.endsWith('/v1')) throw new BillhookError('baseUrl is the URL of your installation, without /v1.');
  }

  /**
   * The successful response of a request, with its whole body unless it is a stream of events.
   * @throws ProblemError, UnexpectedResponseError, ConnectionError; the reason of the signal when it is aborted
   */
  async send(outgoing: OutgoingRequest): Promise<Response> {
    if (credentialsOf(outgoing.options) > 1) throw new BillhookError(ONE_CREDENTIAL);
    const headers = this.#headers(outgoing);
    const most = outgoing.options?.maxRetries ?? outgoing.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES;
    for (let attempt = 0; ; attempt++) {
      const result = await this.#attempt(outgoing, headers, attempt + 1);
      // Not `instanceof Response`: some servers (@hono/node-server 2.1.8) replace the global class, and fetch returns that of the platform.
      if (!(result instanceof BillhookError)) return result;
      const waitMs = retryDelayMs(result, attempt);
      if (attempt >= most || waitMs === undefined) throw result;
      await sleep(waitMs, outgoing.options?.signal);
    }
  }

  async #attempt(outgoing: OutgoingRequest, headers: Headers, number: number): Promise<Response | BillhookError> {
    const { method, path, query, accept, options = {} } = outgoing;
    const isStream = accept === 'text/event-stream';
    const limitMs = options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const attempt = { method, url: this.#base + path + queryText(query), headers: new Headers(headers), number };
    const credential = await this.#credential(options);
    let timeout: AbortSignal | undefined;
    let missing = 'no response';
    const send = async () => {
      // A stream stays open; only its caller ends it.
      timeout = isStream ? undefined : AbortSignal.timeout(Math.min(limitMs, LONGEST_TIMER_MS));
      return this.#fetch(attempt, outgoing.body, credential, either(timeout, options.signal));
    };
    try {
      // The pace is that of the client's credential. Another one has its own limit.
      const response = await (credentialsOf(options) > 0
        ? send()
        : this.#pacer.run(send, LONGEST_WAIT_MS, options.signal));
      missing = 'an incomplete response';
      if (isRedirect(response)) return redirected(response, attempt);
      if (!response.ok && response.status !== 304) return await failure(response);
      // Read within the attempt: a response that breaks off is repeated like one that does not arrive.
      return isStream ? response : await complete(response);
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      const reason = timeout?.aborted ? 'the time limit passed' : causeOf(cause);
      return new ConnectionError(`${method} ${this.#base}${path}: ${missing} (${reason}).`, { cause });
    }
  }

  async #fetch(
    attempt: Attempt,
    body: unknown,
    credential: string,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const { method, url } = attempt;
    this.#options.onRequest?.(attempt);
    const headers = new Headers(attempt.headers);
    headers.set('authorization', `Bearer ${credential}`);
    const started = performance.now();
    let response: Response | undefined;
    try {
      return (response = await (this.#options.fetch ?? globalThis.fetch)(url, {
        ...{ method, headers, redirect: 'manual', ...(signal && { signal }) },
        // Cloudflare Workers have no cookies, and reject the member.
        ...('credentials' in Request.prototype && { credentials: 'omit' }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }));
    } finally {
      const durationMs = performance.now() - started;
      const requestId = response?.headers.get('request-id') ?? null;
      this.#options.onResponse?.({ ...attempt, status: response?.status, requestId, durationMs });
    }
  }

  #headers({ method, body, accept, options = {} }: OutgoingRequest): Headers {
    const headers = new Headers(options.headers);
    headers.set('accept', accept ?? 'application/json');
    if (USER_AGENT && !headers.has('user-agent')) headers.set('user-agent', USER_AGENT);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
    if (options.dryRun) headers.set('prefer', 'dry-run');
    // One key for all attempts: a repeated write is carried out once.
    if (method !== 'GET' && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
    }
    return headers;
  }

  async #credential(options: ReadOptions): Promise<string> {
    const { apiKey, accessToken } = credentialsOf(options) > 0 ? options : this.#options;
    const credential = apiKey ?? (typeof accessToken === 'function' ? await accessToken() : accessToken) ?? '';
    // A secret read from a file often ends in a line break, which no header may contain.
    const trimmed = credential.trim();
    if (trimmed === '' || /[^\x21-\x7e]/.test(trimmed)) {
      throw new BillhookError('The API key or access token is empty, or contains a space or a line break.');
    }
    return trimmed;
  }
}

const either = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other);

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status > 300 && status < 400 && status !== 304);

/** Not followed: another address would get the credential. */
function redirected(response: Response, { method, url }: Attempt): BillhookError {
  // A browser hides the address.
  const to = response.headers.get('location');
  return new BillhookError(
    `${method} ${url} is redirected${to ? ` to ${to}` : ''}. Give the final address as baseUrl: redirects are not followed, because they would send the credential elsewhere.`,
  );
}

/** The response with its whole body. A status without a body must not get one. */
async function complete(response: Response): Promise<Response> {
  const { status, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
}

/** Milliseconds until the next attempt; undefined when another attempt would not help. */
export function retryDelayMs(
  error: BillhookError,
  attempt: number,
  longestWaitMs: number = LONGEST_WAIT_MS,
): number | undefined {
  const again =
    error instanceof ConnectionError ||
    (error instanceof UnexpectedResponseError && RETRIED.has(error.status)) ||
    (error instanceof ProblemError && (RETRIED.has(error.status) || error.code === 'idempotency_in_flight'));
  if (!again) return undefined;
  const retryAfterMs = error instanceof ConnectionError ? 0 : (error.retryAfter ?? 0) * 1000;
  if (retryAfterMs > longestWaitMs) return undefined;
  return retryAfterMs + Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
}

/** Why a response is not a success. */
export async function failure(response: Response): Promise<BillhookError> {
  const text = await response.text();
  const contentType = response.headers.get('content-type');
  const problem = contentType?.includes('json') ? parsed(text) : undefined;
  const retryAfter = secondsUntil(response.headers.get('retry-after'));
  if (isProblem(problem)) return new ProblemError(problem, retryAfter);
  return new UnexpectedResponseError(response.status, contentType, text.slice(0, 500), retryAfter);
}

/**
 * The JSON of a successful response.
 * @throws UnexpectedResponseError for anything else, such as the page of a proxy
 */
export async function jsonOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  const value = parsed(text);
  if (value === undefined) {
    throw new UnexpectedResponseError(response.status, response.headers.get('content-type'), text.slice(0, 500));
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && 'requestId' in value;

function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text && `?${text}`;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
