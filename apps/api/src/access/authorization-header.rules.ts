import type { IncomingHttpHeaders } from 'node:http';
import { diagnoseKey, isWellFormed, KEY_PATTERN, KEY_PREFIX } from '@billhook/domain/identity/secret-format';
import { ACCESS_TOKEN_PREFIX } from '@billhook/domain/identity/secret-format';
import { Problem } from '@billhook/domain/shared/problems';

/** The parts of a request that may hold a credential. The body has not been read yet. */
export interface CredentialCarrier {
  readonly authorization: readonly string[];
  readonly query: unknown;
  readonly headers: IncomingHttpHeaders;
}

const QUERY_NAMES = ['access_token', 'api_key', 'apikey', 'key', 'token'];

/** Where other services take their keys. */
const OTHER_HEADERS = ['x-api-key', 'api-key', 'apikey', 'x-api-token', 'x-auth-token', 'x-access-token'];

const KEY_LIKE = /bh[a-z]_[0-9A-Za-z]{8}/;

/** Schemes of other services. Only these are repeated in an error: an unknown word may be a secret. */
const OTHER_SCHEMES = ['Basic', 'Token', 'ApiKey', 'Api-Key', 'Key', 'JWT', 'Digest', 'OAuth', 'Bearer:'];

/** What an unfilled template contains instead of the key. */
const PLACEHOLDER = /^(undefined|null|none|nil|[$<{[%].*|your[-_]?.*|api[-_]?key|x{3,}|\*{3,})$/i;

/** Credentials of other services, by their form. */
const OTHER_KINDS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^eyJ[\w-]*\.[\w-]*\./, 'This is a JSON Web Token'],
  [/^[a-z]{2,4}_(test|live)_/, 'This is a key of another service'],
];

/** Recognisable errors after the word Bearer; the first match counts. */
const MALFORMED: readonly (readonly [pattern: RegExp, detail: string])[] = [
  [/^bearer\b/i, 'The word Bearer appears twice.'],
  [/["'`]/, 'The key is in quotes. Send it without them.'],
  [/^\s/, 'Put exactly one space between the word Bearer and the key.'],
  [/\s/, 'The key contains or ends with white space. Remove it.'],
];

/**
 * Reads the key from the Authorization header and diagnoses what is wrong from the text alone, before any look-up. No error repeats
 * a part of what was sent.
 * @throws Problem 400 two_credentials, or 401 with the diagnosis
 */
export function readBearer({ authorization, query, headers }: CredentialCarrier): string {
  if (authorization.length > 1) throw new Problem('two_credentials');
  if (isCredentialInQuery(query)) throw new Problem('credential_in_query');

  const [header] = authorization;
  if (header === undefined) throw new Problem('credential_missing', elsewhere(headers));
  const [, scheme = '', token = ''] = /^(\S*) ?(.*)$/s.exec(header) ?? [];
  if (scheme.toLowerCase() !== 'bearer') throw new Problem('credential_malformed', aboutScheme(scheme));
  if (token === '') {
    throw new Problem(
      'credential_missing',
      'The Authorization header has no key after the word Bearer. Check that the variable that holds the key is set.',
    );
  }
  if (token.startsWith(ACCESS_TOKEN_PREFIX)) return readAccessToken(token);
  const error = diagnoseKey(token);
  if (error === 'credential_malformed') {
    throw new Problem(error, MALFORMED.find(([pattern]) => pattern.test(token))?.[1]);
  }
  if (error === 'key_unknown') throw unknownKey(token);
  if (error) throw new Problem(error);
  return token;
}

/** @throws Problem 401 by the text alone */
function readAccessToken(token: string): string {
  if (isWellFormed(token, ACCESS_TOKEN_PREFIX)) return token;
  throw new Problem(
    'token_unknown',
    'The access token is incomplete or mistyped. Send it as the token endpoint returned it.',
  );
}

/** The text after the word Bearer in the only such header; undefined for anything else. */
export function bearerOf(authorization: readonly string[]): string | undefined {
  const [header, second] = authorization;
  return second === undefined ? /^Bearer (\S+)$/i.exec(header ?? '')?.[1] : undefined;
}

function isCredentialInQuery(query: unknown): boolean {
  if (typeof query !== 'object' || query === null) return false;
  return Object.entries(query).some(
    ([name, value]) => QUERY_NAMES.includes(name.toLowerCase()) || KEY_LIKE.test(name) || KEY_LIKE.test(String(value)),
  );
}

/** Names the place where the credential was sent instead, if it is recognisable. */
function elsewhere(headers: IncomingHttpHeaders): string | undefined {
  const other = Object.entries(headers).find(
    ([name, value]) => OTHER_HEADERS.includes(name) || (name !== 'cookie' && KEY_LIKE.test(String(value))),
  );
  if (other) return `The header ${other[0]} is ignored. Send the key as Authorization: Bearer <API_KEY>.`;
  if (headers.cookie !== undefined) return 'Cookies are not accepted here. Send Authorization: Bearer <API_KEY>.';
  return undefined;
}

function aboutScheme(scheme: string): string | undefined {
  if (scheme === '') return 'The Authorization header is empty. Check that the variable that holds the key is set.';
  if (KEY_LIKE.test(scheme)) return 'The word Bearer is missing before the key.';
  const known = OTHER_SCHEMES.find((other) => other.toLowerCase() === scheme.toLowerCase());
  return known && `The scheme must be Bearer, not ${known}.`;
}

function unknownKey(token: string): Problem {
  const [, open, inner = '', close] = /^([<{[(]{1,2})(\w+)([>}\])]{1,2})$/.exec(token) ?? [];
  if (KEY_PATTERN.test(inner)) {
    return new Problem('credential_malformed', `The key is in brackets. Remove the ${open} ${close}.`);
  }
  if (PLACEHOLDER.test(token)) {
    return new Problem('key_unknown', 'This is a placeholder. Replace it with the key.');
  }
  // Typographic quotes and invisible characters are copied with a key from a document.
  if (/[^\x21-\x7e]/.test(token)) {
    return new Problem('credential_malformed', 'The key contains a character that no key has. Copy only the key.');
  }
  const other = OTHER_KINDS.find(([pattern]) => pattern.test(token))?.[1] ?? 'This is not an API key';
  return new Problem(
    'key_unknown',
    `${other}. API keys begin with ${KEY_PREFIX}. Copy the whole key, as it was shown.`,
  );
}
