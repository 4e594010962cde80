/** Headers that an endpoint may have of its own. */
export const MAX_CUSTOM_HEADERS = 20;

const MAX_NAME = 100;
const MAX_VALUE = 1000;

/** What the OpenAPI document says of names and of values. Names that Billhook sets itself are refused besides. */
export const HEADER_PATTERNS = {
  name: new RegExp(`^[!#$%&'*+.^_\`|~0-9A-Za-z-]{1,${MAX_NAME}}$`),
  value: new RegExp(`^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${MAX_VALUE - 2}}[\\x21-\\x7e])?$`),
} as const;

// RFC 9110, 5.6.2: a token.
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

// Visible ASCII and the spaces between: other characters reach receivers in an encoding that each of them guesses.
const VALUE = /^[\x20-\x7e]+$/;

/*
 * What is not the customer's to say. Host and those about the connection and the length would make another request of ours; the body is JSON
 * as it stands, and signed; an answer that is asked for in a compressed form cannot be shown; and by User-Agent, as by webhook-*, the operator of
 * the receiver knows who is calling.
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

/** Why a header cannot be sent with webhooks, as a sentence; undefined if it can. The name counts in any case. */
export function customHeaderFault(name: string, value: string): string | undefined {
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

/** A header that cannot be sent; `name` is null for what is wrong with all of them together. */
export interface CustomHeaderFault {
  readonly name: string | null;
  readonly message: string;
}

/** What is wrong with the headers of an endpoint, one fault a header. */
export function customHeaderFaults(headers: Readonly<Record<string, string>>): CustomHeaderFault[] {
  const entries = Object.entries(headers);
  const faults: CustomHeaderFault[] = [];
  if (entries.length > MAX_CUSTOM_HEADERS) {
    faults.push({ name: null, message: `There are more than ${MAX_CUSTOM_HEADERS}.` });
  }
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const isTwice = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    const message = customHeaderFault(name, value) ?? (isTwice ? 'It is a duplicate.' : undefined);
    if (message !== undefined) faults.push({ name, message });
  }
  return faults;
}
