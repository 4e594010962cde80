import { Agent, buildConnector, type Dispatcher } from 'undici';
import { addressOf, attemptError } from './attempt-error.js';
import { noteAddress, type Dialled } from './dialled-address.js';
import type { EgressGuard } from './egress-guard.js';
import { signatureHeaders } from './signature.js';

/** What is kept of the body of an answer; the rest is not even read. */
export const BODY_LIMIT = 64 * 1024;

const USER_AGENT = 'Billhook/1.0 (webhooks)';

/** One message on its way to one endpoint. */
export interface Outgoing {
  readonly url: string;
  /** The live signing secrets. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly eventType: string;
  /** null for a test. */
  readonly sequence: number | null;
  readonly attempt: number;
  readonly body: string;
}

/** What came of one HTTP call. `error` is null for a success, and else says in words what failed. */
export interface Answer {
  readonly durationMs: number;
  readonly remoteAddress: string | null;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string | string[]>> | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface SenderSettings {
  readonly guard: EgressGuard;
  /** For name look-up, connection, TLS, headers and body together. */
  readonly timeoutMs: number;
}

/** Sends messages: keeps connections, obeys the egress guard, and turns every way to fail into an answer. */
export class Sender {
  readonly #guard: EgressGuard;
  readonly #timeoutMs: number;
  readonly #agent: Agent;

  constructor({ guard, timeoutMs }: SenderSettings) {
    this.#guard = guard;
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent({
      // A little after the deadline of the attempt, which gives the better message; it ends a dial that outlived its attempt.
      connect: buildConnector({ lookup: guard.lookup, timeout: timeoutMs + 1000 }),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Makes one call. Never throws, but for a secret without a key.
   * @param stop ends the call early; the answer then has the error that tells of it, and must not be recorded
   */
  async send(message: Outgoing, stop: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const dialled: Dialled = { address: null };
    let answered: Pick<Answer, 'responseStatus' | 'responseHeaders'> = { responseStatus: null, responseHeaders: null };
    let responseBody: string | null = null;
    let error: string | null;

    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#timeoutMs);
    const onStop = () => deadline.abort();
    stop.addEventListener('abort', onStop, { once: true });
    try {
      error = this.#guard.refusal(message.url) ?? null;
      if (error === null) {
        const response = await noteAddress(dialled, () => this.#request(message, deadline.signal));
        answered = { responseStatus: response.statusCode, responseHeaders: storable(response.headers) };
        responseBody = await readBody(response.body);
        error = errorOf(response);
      }
    } catch (thrown) {
      error = deadline.signal.aborted ? `No complete answer within ${this.#timeoutMs / 1000} s` : attemptError(thrown);
      dialled.address ??= addressOf(thrown);
    } finally {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    }
    const durationMs = Math.round(performance.now() - started);
    return { durationMs, remoteAddress: dialled.address, ...answered, responseBody, error: error && text(error) };
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #request(message: Outgoing, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const url = new URL(message.url);
    const body = Buffer.from(message.body);
    return this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      signal,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        ...signatureHeaders(message.secrets, message.eventId, new Date(), body),
        'webhook-event-type': message.eventType,
        ...(message.sequence === null ? {} : { 'webhook-sequence': String(message.sequence) }),
        'webhook-attempt': String(message.attempt),
      },
    });
  }
}

/** Only 2xx is a success. */
function errorOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
    return `Answered ${statusCode}, a redirect to ${String(location)}; redirects are not followed`;
  }
  return `Answered ${statusCode}`;
}

async function readBody(stream: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early destroys the stream, and with it the connection: an endless body ends here.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= BODY_LIMIT) break;
  }
  return text(new TextDecoder().decode(Buffer.concat(chunks).subarray(0, BODY_LIMIT)));
}

function storable(headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(text) : text(value)]],
  );
  return Object.fromEntries(entries);
}

/** PostgreSQL takes every character but NUL. */
function text(value: string): string {
  return value.replaceAll('\0', '\uFFFD');
}
