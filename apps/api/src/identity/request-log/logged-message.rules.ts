import { LOGGED_BODY_BYTES, type LoggedMessageView } from '@billhook/contract/identity/logged-request';
import { hasSecretName, redactByForm, redactStored } from '@billhook/platform/redact-secrets';

/** Headers that explain a request or a response. None of them carries a credential. */
const REQUEST_HEADERS = [
  'user-agent',
  'client-request-id',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
  'content-encoding',
] as const;
const RESPONSE_HEADERS = [
  'location',
  'retry-after',
  'allow',
  'idempotent-replayed',
  'preference-applied',
  'x-required-permissions',
  'x-key-permissions',
] as const;

/** Characters of a header that are kept. */
const MOST_HEADER = 300;

const MARK = '…';

/** The values of these are encrypted where they are stored: the custom headers of an endpoint. */
const WITH_SECRET_VALUES = /^headers$/i;
const HAS_SECRET_VALUES = /"headers":/i;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

type LoggedHeaders = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** What is known of a request. */
export interface ReceivedMessage {
  readonly headers: LoggedHeaders;
  /** Parsed; undefined for a body that was not read, or is not JSON. */
  readonly body: unknown;
}

/** A request as the log keeps it. */
export function loggedRequest({ headers, body }: ReceivedMessage): LoggedMessageView {
  const length = headers['content-length'];
  const kept = keptHeaders(headers, REQUEST_HEADERS);
  const type = mediaType(headers['content-type']);
  if (body === undefined) return { ...note(kept, type), bytes: length === undefined ? null : Number(length) };
  const bytes = length === undefined ? null : Number(length);
  return { ...withText(kept, type, textOf(body, bytes)), bytes };
}

/** A response as the log keeps it. @param payload what is sent: a text, bytes or a stream */
export function loggedResponse(headers: LoggedHeaders, payload: unknown): LoggedMessageView {
  const kept = keptHeaders(headers, RESPONSE_HEADERS);
  const type = mediaType(headers['content-type']);
  const length = headers['content-length'];
  if (typeof payload === 'string' && type !== null && JSON_TYPE.test(type)) {
    const written = textToRedact(payload, () => JSON.parse(payload));
    return { ...withText(kept, type, written), bytes: Buffer.byteLength(payload) };
  }
  const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : length;
  return { ...note(kept, type), bytes: bytes === undefined ? null : Number(bytes) };
}

/** Characters of a body in which secrets are searched. */
const SEARCHED = 2 * LOGGED_BODY_BYTES;

/** Writing a long body in whole only to cut it would take as long as reading it. */
const LONG_BYTES = 4 * LOGGED_BODY_BYTES;

/** JSON, and what removes the rest of its secrets. */
interface JsonToRedact {
  readonly text: string;
  readonly redact: (text: string, mark: string) => string;
}

const textOf = (body: unknown, bytes: number | null): JsonToRedact =>
  bytes === null || bytes > LONG_BYTES
    ? { text: jsonPrefix(body), redact: redactStored }
    : textToRedact(JSON.stringify(body), () => body);

/** `jsonPrefix` takes ten times as long as `JSON.stringify`, so it is for values that need it. Names are searched once: most bodies have none. */
function textToRedact(text: string, value: () => unknown): JsonToRedact {
  const searched = text.slice(0, SEARCHED);
  const mayHoldSecrets = HAS_SECRET_VALUES.test(searched) || hasSecretName(searched);
  return mayHoldSecrets ? { text: jsonPrefix(value()), redact: redactStored } : { text, redact: redactByForm };
}

const note = (headers: Record<string, string>, type: string | null) => ({
  headers,
  type,
  body: null,
  truncated: false,
});

/** Secrets are removed before the cut, which could divide one. More than the limit is searched, because removing makes it shorter. */
function withText(headers: Record<string, string>, type: string | null, { text, redact }: JsonToRedact) {
  const searched = text.slice(0, SEARCHED);
  const redacted = redact(searched, MARK);
  const body = firstBytes(redacted, LOGGED_BODY_BYTES);
  return { headers, type, body, truncated: searched.length < text.length || body.length < redacted.length };
}

/** The first bytes of a text in UTF-8, without a part of a character. */
export function firstBytes(text: string, most: number): string {
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (text.length * 3 <= most) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

function keptHeaders(headers: LoggedHeaders, names: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) kept[name] = shortened([value].flat().join(', '));
  }
  return kept;
}

const mediaType = (type: unknown): string | null =>
  typeof type === 'string' ? (shortened(type).split(';', 1)[0]?.trim() ?? null) : null;

/** As in `withText`: a secret is removed before the cut. */
const shortened = (header: string): string =>
  redactStored(header.slice(0, 2 * MOST_HEADER), MARK).slice(0, MOST_HEADER);

/**
 * JSON without the values of members with the name of a secret, up to the length that is searched: a body may have a megabyte. Written
 * from the value, because a secret in the text of the client may be escaped.
 */
export function jsonPrefix(value: unknown, most = SEARCHED): string {
  let text = '';
  write(value, false);
  return text;

  function write(each: unknown, isSecret: boolean): void {
    if (text.length > most) return;
    if (Array.isArray(each)) {
      text += '[';
      for (let n = 0; n < each.length && text.length <= most; n++) {
        if (n > 0) text += ',';
        write(each[n], isSecret);
      }
      text += ']';
    } else if (typeof each === 'object' && each !== null) writeMembers(each, isSecret);
    else text += isSecret && each !== null ? `"${MARK}"` : JSON.stringify(beginningOf(each));
  }

  /** One text of an import may have 4 MiB. */
  function beginningOf(each: unknown): unknown {
    return typeof each === 'string' ? each.slice(0, most) : each;
  }

  function writeMembers(members: object, isSecret: boolean): void {
    text += '{';
    let isFirst = true;
    for (const [name, each] of Object.entries(members)) {
      if (text.length > most) break;
      if (!isFirst) text += ',';
      isFirst = false;
      text += `${JSON.stringify(name)}:`;
      const isObject = typeof each === 'object' && each !== null;
      write(each, isSecret || hasSecretName(name) || (WITH_SECRET_VALUES.test(name) && isObject));
    }
    text += '}';
  }
}
