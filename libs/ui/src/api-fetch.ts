import type { ProblemView } from '@billhook/contract/shared/problem';
import { askForPassword } from './step-up.js';

/** The error of a request, for screens and forms. It contains no part of the request itself, because bodies may contain secrets. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** The stable code of the problem; `network` without a response, `unexpected` if the response is not a problem document. */
    readonly code: string,
    detail: string,
    /** 0 without a response. */
    readonly status: number,
    readonly errors: readonly {
      readonly pointer?: string | undefined;
      readonly code?: string;
      readonly message: string;
    }[] = [],
    readonly requestId?: string,
    /** The value of `Retry-After`, in seconds. */
    readonly retryAfter?: number,
  ) {
    super(detail);
  }
}

/** The codes with which the API rejects a request without a session: of the settings, and of the portal. */
type SessionLostCode = 'session_missing' | 'portal_session_missing';
/** Resolves to true when there is a session again. */
type SessionListener = () => void | Promise<boolean>;
const sessionListeners = new Map<string, Set<SessionListener>>();

/**
 * Calls `listener` when the API rejects a request because a session has ended. The request waits for it, and is repeated if there is a
 * session again. Returns a function that unsubscribes.
 */
export function onSessionLost(code: SessionLostCode, listener: SessionListener): () => void {
  const listeners = sessionListeners.get(code) ?? new Set();
  sessionListeners.set(code, listeners.add(listener));
  return () => listeners.delete(listener);
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whether it changes nothing. Default: with GET. */
  readonly isRead?: boolean;
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** `omit` leaves the cookies out: for calls with a key. */
  readonly credentials?: RequestCredentials;
}

const headersBelow = new Map<string, Readonly<Record<string, string>>>();

/** Sends headers with every later request below a path. */
export function sendBelow(path: string, headers: Readonly<Record<string, string>>): void {
  headersBelow.set(path, headers);
}

function standingHeaders(path: string): Readonly<Record<string, string>> {
  const found = [...headersBelow].filter(([below]) => path.startsWith(below));
  return Object.assign({}, ...found.map(([, headers]) => headers)) as Record<string, string>;
}

async function send(path: string, request: ApiRequest, again = false): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', ...standingHeaders(path), ...request.headers });
  if (request.body) headers.set('content-type', 'application/json');
  const { method = 'GET', isRead = method === 'GET' } = request;
  const wasOffline = !navigator.onLine;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      cache: 'no-store',
      credentials: request.credentials ?? 'same-origin',
      ...(request.body && { body: JSON.stringify(request.body) }),
      ...(request.signal && { signal: request.signal }),
    });
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw unreachable(isRead, wasOffline);
  }
  if (response.ok) return response;
  const error = await readProblem(response);
  // The request is repeated once the person has confirmed the password; otherwise it fails.
  if (error.code === 'step_up_required' && (await askForPassword())) return send(path, request, again);
  const listeners = response.status === 401 ? sessionListeners.get(error.code) : undefined;
  if (again || !listeners) throw error;
  const signedIn = await Promise.all([...listeners].map(async (listener) => listener()));
  if (signedIn.includes(true)) return send(path, request, true);
  throw error;
}

/** Only a request that began without a connection is known to have changed nothing. */
function unreachable(isRead: boolean, wasOffline: boolean): ApiError {
  if (isRead) return new ApiError('network', 'The server did not respond. Check your connection and try again.', 0);
  if (wasOffline) return new ApiError('write_not_sent', 'You are offline, so nothing was sent.', 0);
  return new ApiError('write_unconfirmed', 'The server did not respond, so this may or may not be saved.', 0);
}

function isProblem(value: unknown): value is ProblemView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'detail' in value &&
    typeof value.detail === 'string'
  );
}

async function readProblem(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (!isProblem(body)) {
    return new ApiError(
      'unexpected',
      `Server error (HTTP ${response.status}). Try again in a moment.`,
      response.status,
    );
  }
  return new ApiError(body.code, body.detail, response.status, body.errors ?? [], body.requestId, retryAfter);
}

/**
 * One request to our own API with a JSON response. The type is the contract's: the server checks its responses against it.
 * @throws ApiError for every error and for an unreachable server
 */
export async function apiFetch<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await send(path, request);
  return (await response.json()) as T;
}

/** Like `apiFetch`, for routes that respond without a body (204). */
export async function apiSend(path: string, request: ApiRequest): Promise<void> {
  await send(path, request);
}

/** Like `apiFetch`, for a file. */
export async function apiBlob(path: string, request: ApiRequest): Promise<Blob> {
  const response = await send(path, request);
  return response.blob();
}

/** Like `apiFetch`, for a file that is read while it arrives. */
export async function apiText(path: string, request: ApiRequest): Promise<ReadableStream<string>> {
  const { body } = await send(path, request);
  if (!body) throw unreachable(true, false);
  return body.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }));
}

/** Any failure as an ApiError, so that screens handle only one type. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('unexpected', error instanceof Error ? error.message : String(error), 0);
}

/** The field errors by the first part of their pointer: `/name` is the field `name`. For a form's `setErrors`. */
export function errorsByField(error: ApiError): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const { pointer, message } of error.errors) {
    const field = pointer?.split('/')[1];
    if (field) byField[field] ??= message;
  }
  return byField;
}

/** A query string of the values that are set. */
export function query(parameters: Readonly<Record<string, string | number | undefined | null>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}
