import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { CliError } from './cli-error.js';
import { isHttp, schemeOf } from './connection.js';

/** A message as it is delivered. */
export interface LocalMessage {
  readonly id: string;
  readonly type: string;
  /** The exact bytes are signed. */
  readonly body: string;
  /** Undefined for a test. */
  readonly sequence?: number;
  readonly isTest?: boolean;
  /** Of a sandbox. */
  readonly isSandbox?: boolean;
}

/** The result of one attempt. */
export interface LocalResponse {
  readonly status: number | null;
  readonly durationMs: number;
  /** Why it is no success. */
  readonly error: string | null;
}

/** A receiver has as long to respond as in production. */
export const TIMEOUT_MS = 15_000;

/** The first characters of a response explain most rejections. */
const SHOWN = 200;

/** The URL of a receiver: `localhost:4000/hooks` and `4000` are http addresses of this machine. @throws CliError */
export function receiverUrl(text: string): string {
  const scheme = schemeOf(text);
  const full = scheme ? text : `http://${/^\d+(\/|$)/.test(text) ? 'localhost:' : ''}${text}`;
  if (!isHttp(scheme) || !URL.canParse(full)) {
    throw new CliError(
      'usage',
      `${JSON.stringify(text)} is not an HTTP address.`,
      'Give an address such as localhost:4000/webhooks.',
    );
  }
  return new URL(full).href;
}

/** Signs and sends messages to one receiver. */
export class LocalReceiver {
  constructor(
    readonly url: string,
    private readonly secret: string,
    private readonly isInsecure: boolean,
  ) {}

  /** Makes one attempt. Never throws. */
  async send(message: LocalMessage, attempt: number, signal: AbortSignal): Promise<LocalResponse> {
    const started = performance.now();
    const took = () => Math.round(performance.now() - started);
    try {
      const { status, text } = await this.post(message, attempt, signal);
      const isSuccess = status >= 200 && status <= 299;
      return { status, durationMs: took(), error: isSuccess ? null : explain(status, text) };
    } catch (error) {
      return { status: null, durationMs: took(), error: reasonOf(error) };
    }
  }

  private post(message: LocalMessage, attempt: number, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const request = this.url.startsWith('https:') ? requestHttps : requestHttp;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const options = {
      ...{ method: 'POST', headers: this.headers(message, attempt), agent: false as const },
      ...(this.isInsecure && { rejectUnauthorized: false }),
      signal: AbortSignal.any([signal, timeout]),
    };
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(timeout.aborted ? new Error('no response within 15 s') : error);
      const outgoing = request(this.url, options, (response) => {
        beginningOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), fail);
      });
      outgoing.once('error', fail);
      outgoing.end(message.body);
    });
  }

  /** The headers of Billhook's webhooks. */
  private headers(message: LocalMessage, attempt: number): Record<string, string> {
    const { id, type, body, sequence, isTest, isSandbox } = message;
    const at = new Date();
    return {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Billhook/1.0 (webhooks)',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(this.secret).sign(id, at, body),
      'webhook-event-type': type,
      'webhook-attempt': String(attempt),
      ...(sequence !== undefined && { 'webhook-sequence': String(sequence) }),
      ...(isTest && { 'webhook-test': 'true' }),
      ...(isSandbox && { 'webhook-sandbox': 'true' }),
    };
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) if (text.length < SHOWN) text += String(chunk);
  return text
    .slice(0, SHOWN)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function explain(status: number, text: string): string {
  const why = status >= 300 && status <= 399 ? 'redirects are not followed' : text;
  return why === '' ? `HTTP ${status}` : `HTTP ${status}: ${why}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ECONNRESET: 'the connection was closed before a response',
  ENOTFOUND: 'the host name is unknown',
};

/** Why there was no response. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code: unknown = first instanceof Error ? Reflect.get(first, 'code') : undefined;
  return REASONS[String(code)] ?? (first instanceof Error ? first.message : String(first));
}
