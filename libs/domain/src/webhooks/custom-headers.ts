/** The maximum number of custom headers of an endpoint. */
export const MAX_CUSTOM_HEADERS = 20;

const MAX_NAME = 100;
const MAX_VALUE = 1000;

/** The patterns of names and values in the OpenAPI document. Names that Billhook sets itself are rejected as well. */
export const HEADER_PATTERNS = {
  name: new RegExp(`^[!#$%&'*+.^_\`|~0-9A-Za-z-]{1,${MAX_NAME}}$`),
  value: new RegExp(`^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${MAX_VALUE - 2}}[\\x21-\\x7e])?$`),
} as const;

// RFC 9110, section 5.6.2: a token.
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

// Visible ASCII and spaces: receivers decode other characters differently.
const VALUE = /^[\x20-\x7e]+$/;

/*
 * Headers that Billhook sets. Host, connection and length headers would change the request; the body is always signed JSON; compressed
 * responses cannot be shown; User-Agent and webhook-* identify Billhook to the receiver.
 */
const OURS = new Set([
  'accept-encoding',
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const OUR_PREFIXES = ['content-', 'proxy-', 'webhook-'];

/** Why a header cannot be sent with webhooks, as a sentence; undefined if it can. Names are case-insensitive. */
export function customHeaderError(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return 'Its name contains a character that is not allowed in header names.';
  if (name.length > MAX_NAME) return `Its name is longer than ${MAX_NAME} characters.`;
  const lower = name.toLowerCase();
  if (OURS.has(lower) || OUR_PREFIXES.some((prefix) => lower.startsWith(prefix))) return 'Billhook sets this header.';
  if (value === '') return 'It has no value.';
  if (value.length > MAX_VALUE) return `Its value is longer than ${MAX_VALUE} characters.`;
  if (!VALUE.test(value)) return 'Its value contains a control character or a non-ASCII character.';
  if (value.trim() !== value) return 'Its value begins or ends with a space, which receivers remove.';
  return undefined;
}

/** An invalid header; `name` is null for an error of the whole list. */
export interface CustomHeaderError {
  readonly name: string | null;
  readonly message: string;
}

/** The errors in the headers of an endpoint, at most one per header. */
export function customHeaderErrors(headers: Readonly<Record<string, string>>): CustomHeaderError[] {
  const entries = Object.entries(headers);
  const errors: CustomHeaderError[] = [];
  if (entries.length > MAX_CUSTOM_HEADERS) {
    errors.push({ name: null, message: `There are more than ${MAX_CUSTOM_HEADERS}.` });
  }
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const isTwice = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    const message = customHeaderError(name, value) ?? (isTwice ? 'It is a duplicate.' : undefined);
    if (message !== undefined) errors.push({ name, message });
  }
  return errors;
}
