import { Webhook } from 'standardwebhooks';
import type { EventData } from '../generated/resources.js';

/** A message, by its `type`: `if (event.type === 'invoice.paid') event.data.number`. */
export type WebhookEvent = {
  [Type in keyof EventData]: {
    readonly id: string;
    readonly type: Type;
    readonly createdAt: string;
    readonly data: EventData[Type];
    /** With the payload `Changes`: the previous value of each changed member. */
    readonly changes?: Readonly<Record<string, unknown>> | null;
    readonly resourceVersion?: number | null;
    /** A test message, by its header `webhook-test`: its record may not exist. */
    readonly test?: true;
  };
}[keyof EventData];

export type WebhookFailure =
  | 'body_not_raw'
  | 'header_missing'
  | 'secret_malformed'
  | 'timestamp_out_of_range'
  | 'signature_mismatch'
  | 'body_malformed';

/** The message is not from Billhook, is too old, or was changed on the way: respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly code: WebhookFailure,
    message: string,
  ) {
    super(message);
  }
}

export interface WebhookHeaders {
  readonly 'webhook-id'?: string | readonly string[] | undefined;
  readonly 'webhook-timestamp'?: string | readonly string[] | undefined;
  readonly 'webhook-signature'?: string | readonly string[] | undefined;
}

/** The headers of a request: an object, `Headers` of any package, or a `Map` with names in lower case. */
export type HeaderSource =
  | { get(name: string): string | null | undefined }
  | WebhookHeaders
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The body exactly as it was received. */
export type RawBody = string | ArrayBufferView | ArrayBuffer;

/** Seconds by which the clocks may differ, and for which a message may be on its way (Standard Webhooks). */
const TOLERANCE_S = 300;

const NOT_RAW =
  'The body has already been parsed. Pass the raw bytes: express.raw({ type: "application/json" }) in Express, ' +
  '{ rawBody: true } in NestFactory.create, await request.text() in Next, Hono and other fetch servers.';

export interface VerificationOptions {
  /** Seconds by which the clocks may differ. The default is 300. */
  readonly toleranceS?: number | undefined;
}

/**
 * The event of a message, once its signature and its age have been verified.
 * @param body the raw body; a parsed one cannot be verified
 * @param secrets one secret, or all that are valid during a rotation: `whsec_…` (v1), `whpk_…` (v1a)
 * @throws WebhookVerificationError
 */
export async function verify(
  body: RawBody,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceS = TOLERANCE_S, ...others }: VerificationOptions = {},
): Promise<WebhookEvent> {
  rejectOthers(others);
  const valid = checkSecrets(secrets);
  const text = textOf(body);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  checkAge(timestamp, toleranceS);
  for (const secret of valid) {
    if (await matches(secret, { id, timestamp, signatures, text })) return eventOf(text, isTest(headers));
  }
  throw new WebhookVerificationError(
    'signature_mismatch',
    'No signature matches. Check that the secret is that of this endpoint, and that the body has not been changed. The signature check in the webhook portal finds the cause.',
  );
}

/**
 * The secrets that can verify a message. Call it at the start of a program, which then reports a missing variable and not the first message.
 * One that is malformed does not stop a rotation while another is right.
 * @throws WebhookVerificationError `secret_malformed` if there is none
 */
export function checkSecrets(secrets: string | readonly string[] | undefined): string[] {
  const given: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  const texts = given.filter((each): each is string => typeof each === 'string').map((each) => each.trim());
  const valid = texts.filter((text) => SYMMETRIC.test(text) || publicKeyOf(text) !== undefined);
  if (valid.length > 0) return valid;
  throw new WebhookVerificationError(
    'secret_malformed',
    texts.some((text) => text !== '')
      ? 'A signing secret is whsec_… or whpk_… with 32 bytes in base64, as the portal shows it.'
      : 'The signing secret of the endpoint is missing. Check that the environment variable with it is set.',
  );
}

/**
 * The headers of a message that verifies, for tests of your receiver.
 * @param secret a `whsec_…` that only your tests use
 */
export function sign(
  body: string,
  secret: string,
  {
    id = `msg_${crypto.randomUUID().replaceAll('-', '')}`,
    at = new Date(),
    ...others
  }: { id?: string | undefined; at?: Date | undefined } = {},
): { readonly 'webhook-id': string; readonly 'webhook-timestamp': string; readonly 'webhook-signature': string } {
  rejectOthers(others);
  const [symmetric = ''] = checkSecrets(secret);
  if (publicKeyOf(symmetric))
    throw new WebhookVerificationError('secret_malformed', 'A public key cannot sign: pass whsec_….');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(symmetric).sign(id, at, body),
  };
}

/** A misspelled option would have no effect. @throws TypeError */
export function rejectOthers(others: object): void {
  const [name] = Object.keys(others);
  if (name !== undefined) throw new TypeError(`There is no option ${name}.`);
}

const SYMMETRIC = /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/;

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
  readonly text: string;
}

function matches(secret: string, signed: Signed): boolean | Promise<boolean> {
  const publicKey = publicKeyOf(secret);
  if (publicKey) return matchesPublicKey(publicKey, signed);
  // Not `verify` of the library, which has a fixed tolerance.
  const expected = new Webhook(secret).sign(signed.id, new Date(Number(signed.timestamp) * 1000), signed.text);
  return signed.signatures.split(' ').some((each) => isEqual(each, expected));
}

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

/** Ed25519, which the reference library does not verify. */
async function matchesPublicKey(
  bytes: Uint8Array<ArrayBuffer>,
  { id, timestamp, signatures, text }: Signed,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const each of signatures.split(' ')) {
    const signature = each.startsWith('v1a,') ? fromBase64(each.slice('v1a,'.length)) : undefined;
    if (signature && (await crypto.subtle.verify('Ed25519', key, signature, signed))) return true;
  }
  return false;
}

/** The 32 bytes of `whpk_…`. */
function publicKeyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = secret.startsWith('whpk_') ? fromBase64(secret.slice('whpk_'.length)) : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}

/** By its tag: the buffers of another realm, such as those of Node under jsdom, are not instances of the class here. */
const isBuffer = (body: unknown): body is ArrayBuffer =>
  typeof body === 'object' &&
  body !== null &&
  Symbol.toStringTag in body &&
  ['ArrayBuffer', 'SharedArrayBuffer'].includes(String(body[Symbol.toStringTag]));

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body) || isBuffer(body)) {
    const bytes = isBuffer(body) ? new Uint8Array(body) : new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new WebhookVerificationError('body_malformed', 'The body is not UTF-8.');
    }
  }
  throw new WebhookVerificationError('body_not_raw', NOT_RAW);
}

const isTest = (headers: Headers | object): boolean => valueOf(headers, 'webhook-test') === 'true';

function valueOf(headers: Headers | object, name: string): unknown {
  const found: unknown = hasGet(headers) ? headers.get(name) : inRecord(headers, name);
  return Array.isArray(found) ? found[0] : found;
}

function header(headers: Headers | object, name: string): string {
  const value = valueOf(headers, name);
  if (typeof value !== 'string' || value === '') {
    throw new WebhookVerificationError(
      'header_missing',
      `The header ${name} is missing: the request is not a message of Billhook, or a proxy removed it.`,
    );
  }
  return value;
}

/** `Headers` of any package, and a `Map` with names in lower case. */
const hasGet = (headers: object): headers is { get(name: string): unknown } =>
  'get' in headers && typeof headers.get === 'function';

function inRecord(headers: object, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function checkAge(timestamp: string, toleranceS: number): void {
  // 11 digits reach the year 5138, as in the Python client.
  const seconds = /^\d{1,11}$/.test(timestamp) ? Number(timestamp) : NaN;
  const difference = Math.floor(Date.now() / 1000) - seconds;
  if (Math.abs(difference) <= toleranceS) return;
  throw new WebhookVerificationError(
    'timestamp_out_of_range',
    Number.isNaN(difference)
      ? 'webhook-timestamp is not a number of seconds since 1970.'
      : `The message was signed ${Math.abs(difference)} seconds ${difference > 0 ? 'ago' : 'in the future'}; ${toleranceS} are allowed. Check the clock of this machine.`,
  );
}

function eventOf(text: string, isTestMessage: boolean): WebhookEvent {
  try {
    const event = JSON.parse(text) as WebhookEvent;
    return isTestMessage ? { ...event, test: true } : event;
  } catch {
    throw new WebhookVerificationError('body_malformed', 'The body is signed, but is not JSON.');
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
