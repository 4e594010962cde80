import type { ReadOptions, WriteOptions } from './calls/call.js';
import { BillhookError, ConnectionError, ProblemError, UnexpectedResponseError } from './errors.js';
import type { Problem } from './generated/resources.js';

export interface BillhookOptions {
  /** A personal or company API key, `bhk_…`. */
  readonly apiKey?: string;
  /** An OAuth access token, or a function that returns a valid one for each attempt. */
  readonly accessToken?: string | (() => string | Promise<string>);
  /** The URL of the installation, such as `https://billing.example.com`. */
  readonly baseUrl: string;
  /** Attempts after the first, for requests that can be repeated. The default is 4. */
  readonly maxRetries?: number;
  /** Milliseconds for each attempt. The default is 60,000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
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
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** A longer `Retry-After` is for the caller: it is in the error. */
const LONGEST_WAIT_MS = 60_000;

/** Sends requests, and repeats those that may be repeated. */
export class Transport {
  readonly #options: BillhookOptions;
  readonly #base: string;

  constructor(options: BillhookOptions) {
    if ((options.apiKey === undefined) === (options.accessToken === undefined)) {
      throw new BillhookError('Give either apiKey or accessToken.');
    }
    if (!/^https?:\/\//.test(options.baseUrl)) {
      throw new BillhookError('baseUrl must be the URL of your installation, such as https://billing.example.com.');
    }
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, '');
  }

  /**
   * The successful response of a request.
   * @throws ProblemError, UnexpectedResponseError, ConnectionError; the reason of the signal when it is aborted
   */
  async send(outgoing: OutgoingRequest): Promise<Response> {
    const headers = this.#headers(outgoing);
    const most = outgoing.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES;
    for (let attempt = 0; ; attempt++) {
      const result = await this.#attempt(outgoing, headers);
      if (result instanceof Response) return result;
      const waitMs = retryDelayMs(result, attempt);
      if (attempt >= most || waitMs === undefined) throw result;
      await sleep(waitMs, outgoing.options?.signal);
    }
  }

  async #attempt(
    { method, path, query, body, accept, options = {} }: OutgoingRequest,
    headers: Headers,
  ): Promise<Response | BillhookError> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    // A stream stays open; only its caller ends it.
    const signal = accept === 'text/event-stream' ? options.signal : either(timeout, options.signal);
    headers.set('authorization', `Bearer ${await this.#credential()}`);
    const call = this.#options.fetch ?? globalThis.fetch;
    let response: Response;
    try {
      response = await call(this.#base + path + queryText(query), {
        ...{ method, headers, redirect: 'error', credentials: 'omit', ...(signal && { signal }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (response.ok || response.status === 304) return response;
      return await failure(response);
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      const reason = timeout.aborted ? 'the time limit passed' : causeOf(cause);
      return new ConnectionError(`${method} ${this.#base}${path}: no response (${reason}).`, { cause });
    }
  }

  #headers({ method, body, accept, options = {} }: OutgoingRequest): Headers {
    const headers = new Headers(options.headers);
    headers.set('accept', accept ?? 'application/json');
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
    if (options.dryRun) headers.set('prefer', 'dry-run');
    // One key for all attempts: a repeated write is carried out once.
    if (method !== 'GET' && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
    }
    return headers;
  }

  async #credential(): Promise<string> {
    const { apiKey, accessToken } = this.#options;
    const credential = apiKey ?? (typeof accessToken === 'function' ? await accessToken() : accessToken) ?? '';
    // A secret read from a file often ends in a line break, which no header may contain.
    const trimmed = credential.trim();
    if (trimmed === '' || /[^\x21-\x7e]/.test(trimmed)) {
      throw new BillhookError('The API key or access token is empty, or contains a space or a line break.');
    }
    return trimmed;
  }
}

const either = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([one, other]) : one;

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
  const retryAfterMs = error instanceof ProblemError ? (error.retryAfter ?? 0) * 1000 : 0;
  if (retryAfterMs > longestWaitMs) return undefined;
  return retryAfterMs + Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);
}

/** Why a response is no success. */
export async function failure(response: Response): Promise<BillhookError> {
  const text = await response.text();
  const contentType = response.headers.get('content-type');
  const problem = contentType?.includes('json') ? parsed(text) : undefined;
  if (!isProblem(problem)) return new UnexpectedResponseError(response.status, contentType, text.slice(0, 500));
  return new ProblemError(problem, secondsUntil(response.headers.get('retry-after')));
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

/** Seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}

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

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
