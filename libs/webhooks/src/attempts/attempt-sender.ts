import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import { Agent, Pool, type Client, type Dispatcher } from 'undici';
import { AbortCallbacks } from './abort-callbacks.js';
import {
  addressOf,
  deadlineError,
  attemptErrorOf,
  isCut,
  statusError,
  type AttemptError,
} from './attempt-error.rules.js';
import type { ConnectorSettings } from './connector.js';
import { inert } from './inert-text.js';
import { RequestTrace, TracedClient } from './request-trace.js';
import { ResponseReader } from './response-reader.js';
import { signatureHeaders } from './signature.rules.js';

const USER_AGENT = 'Billhook/1.0 (webhooks)';

/** Replaces the stored value of a custom header, which may be a password. */
export const MASKED = '••••';

const CLIENT_OPTIONS: Omit<Client.Options, 'connect' | 'pipelining'> = {
  // The deadline of the attempt is the only one.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4_000,
  // A receiver may ask for less, but not for more.
  keepAliveMaxTimeout: 10_000,
  maxHeaderSize: 16 * 1024,
};

/** One message to one endpoint. */
export interface Outgoing {
  readonly url: string;
  /** The custom headers, with their values. */
  readonly headers: Readonly<Record<string, string>>;
  /** The live signing secrets; the prefix of each names its scheme. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly eventType: string;
  /** null for a test message and a record sent on request. */
  readonly sequence: number | null;
  readonly attempt: number;
  readonly test: boolean;
  /** The present state of a record, sent on request: its `test` is true as well. */
  readonly manual: boolean;
  /** Whether its company is a sandbox. */
  readonly sandbox: boolean;
  readonly body: string;
  /** The W3C trace context of this attempt, if receivers get it. */
  readonly traceparent?: string | undefined;
}

/** Result of one HTTP call. `error` is null for a success, otherwise a sentence. Times are whole milliseconds. */
export interface AttemptResponse {
  /** From start to end. */
  readonly durationMs: number;
  /** Duration of the name look-up; null, like the next two, on a kept connection and for stages that were not reached. */
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From the start of the attempt to the first byte of the response. */
  readonly firstByteMs: number | null;
  readonly remoteAddress: string | null;
  /** As sent, without the values of custom headers; empty if nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string | string[]>> | null;
  readonly responseBody: string | null;
  /** Whether the body had, or might have had, more than is stored. */
  readonly responseTruncated: boolean;
  readonly error: string | null;
  readonly errorKind: AttemptErrorKind | null;
}

const UNSENT = {
  durationMs: 0,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  remoteAddress: null,
  requestHeaders: {},
  responseStatus: null,
  responseHeaders: null,
  responseBody: null,
  responseTruncated: false,
} satisfies Partial<AttemptResponse>;

/** The result if there is no secret to sign with. */
export const NOT_SIGNED: AttemptResponse = {
  ...UNSENT,
  error: 'The signing secret could not be decrypted; nothing was sent',
  errorKind: 'NotSigned',
};

export interface AttemptSenderSettings extends ConnectorSettings {
  /** For name look-up, connection, TLS, headers and body together. */
  readonly timeoutMs: number;
}

/** The parsed URL of an endpoint, or why nothing is sent to it. */
type SendTarget =
  | { readonly rejection: string; readonly url?: never }
  | { readonly rejection?: never; readonly url: URL };

const TARGETS_KEPT = 1_000;

/** Sends messages: keeps connections, obeys the egress guard, and returns every failure as a result. */
export class AttemptSender {
  readonly #settings: AttemptSenderSettings;
  readonly #connector: ConnectorSettings;
  readonly #agent: Agent;
  readonly #stops = new AbortCallbacks();
  readonly #targets = new Map<string, SendTarget>();

  constructor(settings: AttemptSenderSettings) {
    this.#settings = settings;
    // Later than the deadline of any attempt, which has the better message.
    this.#connector = { ...settings, timeoutMs: settings.timeoutMs + 1_000 };
    // As many connections per host as it has requests in flight, which the engine limits per endpoint: of two endpoints on one host, one
    // that hangs does not delay the other.
    const factory = (origin: string | URL) => new TracedClient(origin, this.#connector, CLIENT_OPTIONS);
    this.#agent = new Agent({ factory: (origin) => new Pool(origin, { factory }) });
  }

  /**
   * Makes one call. Never throws.
   * @param stop ends the call early; its result then has the error of the stop, and must not be recorded
   */
  async send(message: Outgoing, stop: AbortSignal): Promise<AttemptResponse> {
    const started = performance.now();
    const { rejection, url } = this.#targetOf(message.url);
    if (rejection !== undefined) return { ...UNSENT, error: rejection, errorKind: 'Blocked' };
    const body = Buffer.from(message.body);
    const headers = headersOf(message, body);
    if (!headers) return NOT_SIGNED;

    const exchange = new Exchange(this.#agent, this.#connector);
    const end = () => exchange.stop();
    const timer = setTimeout(end, this.#settings.timeoutMs);
    const forget = this.#stops.add(stop, end);
    let error: AttemptError | undefined;
    try {
      error = await exchange.make({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        body,
        headers,
      });
    } catch (thrown) {
      const { stage } = exchange.trace;
      error = exchange.isStopped ? deadlineError(stage, this.#settings.timeoutMs) : attemptErrorOf(thrown, stage);
      exchange.trace.remoteAddress ??= addressOf(thrown);
    } finally {
      clearTimeout(timer);
      forget();
    }
    const { trace } = exchange;
    return {
      durationMs: Math.round(performance.now() - started),
      // A blocked target is not described.
      dnsMs: error?.errorKind === 'Blocked' ? null : trace.dnsMs,
      connectMs: trace.connectMs,
      tlsMs: trace.tlsMs,
      firstByteMs: trace.firstByteAt === null ? null : Math.round(trace.firstByteAt - started),
      remoteAddress: trace.remoteAddress,
      requestHeaders: exchange.isSent ? sentHeaders(message, url, headers, body) : {},
      ...exchange.answered(),
      error: error ? inert(error.error) : null,
      errorKind: error?.errorKind ?? null,
    };
  }

  /** A URL and why it is rejected, which the same text always is. */
  #targetOf(text: string): SendTarget {
    const known = this.#targets.get(text);
    if (known) return known;
    // One text for a rejection here and at the dial, where it has no full stop.
    const rejection = this.#settings.guard.rejection(text)?.replace(/\.$/, '');
    const target: SendTarget = rejection === undefined ? { url: new URL(text) } : { rejection };
    if (this.#targets.size >= TARGETS_KEPT) this.#targets.clear();
    this.#targets.set(text, target);
    return target;
  }

  /** Ends all connections and look-ups. */
  async close(): Promise<void> {
    this.#settings.guard.close();
    await this.#agent.destroy();
  }
}

/** One request and its response, with the details for a failure. */
class Exchange {
  trace = new RequestTrace();
  isSent = false;
  isStopped = false;
  #reader = new ResponseReader();

  constructor(
    private readonly agent: Agent,
    private readonly connector: ConnectorSettings,
  ) {}

  /** Throws undici's errors. */
  async make(request: Dispatcher.DispatchOptions): Promise<AttemptError | undefined> {
    try {
      return await this.#over(this.agent, request);
    } catch (thrown) {
      if (this.isStopped || !this.trace.isStale || !isCut(thrown)) throw thrown;
    }
    // The receiver closed a kept connection at the moment it was used, which is not an error. Retried once on a new connection, because
    // other kept ones may have ended as well.
    this.trace = new RequestTrace();
    this.#reader = new ResponseReader();
    const client = new TracedClient(request.origin ?? '', this.connector, CLIENT_OPTIONS);
    try {
      return await this.#over(client, request);
    } finally {
      void client.destroy();
    }
  }

  /** At the deadline. */
  stop(): void {
    this.isStopped = true;
    this.#reader.stop(new Error('the deadline has passed'));
    this.trace.abandon();
  }

  async #over(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): Promise<AttemptError | undefined> {
    const reader = this.#reader;
    const { trace } = this;
    try {
      await reader.read(dispatcher, { ...request, opaque: trace } as Dispatcher.DispatchOptions);
      return statusError(reader.status ?? 0, reader.header('location'));
    } finally {
      this.isSent ||= trace.isSent;
    }
  }

  answered(): Pick<AttemptResponse, 'responseStatus' | 'responseHeaders' | 'responseBody' | 'responseTruncated'> {
    const { status, headers, body } = this.#reader;
    return {
      responseStatus: status,
      responseHeaders: headers && storable(headers),
      responseBody: body?.text() ?? null,
      responseTruncated: body?.isTruncated ?? false,
    };
  }
}

/** Undefined if a secret contains no key. */
function headersOf(message: Outgoing, body: Buffer): Record<string, string> | undefined {
  try {
    return {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signatureHeaders(message.secrets, message.eventId, new Date(), body),
      'webhook-event-type': message.eventType,
      ...(message.sequence === null ? {} : { 'webhook-sequence': String(message.sequence) }),
      'webhook-attempt': String(message.attempt),
      ...(message.manual ? { 'webhook-manual': 'true' } : message.test ? { 'webhook-test': 'true' } : {}),
      ...(message.sandbox ? { 'webhook-sandbox': 'true' } : {}),
      ...(message.traceparent === undefined ? {} : { traceparent: message.traceparent }),
      ...message.headers,
    };
  } catch {
    return undefined;
  }
}

/** Including those that undici adds. */
function sentHeaders(
  message: Outgoing,
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
): Record<string, string> {
  const masked = Object.keys(message.headers).map((name): [string, string] => [name, MASKED]);
  return {
    host: url.host,
    connection: 'keep-alive',
    ...headers,
    ...Object.fromEntries(masked),
    'content-length': String(body.length),
  };
}

function storable(headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(inert) : inert(value)]],
  );
  return Object.fromEntries(entries);
}
