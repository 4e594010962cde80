import { diagnoseKey } from '@billhook/domain/api-key';
import { Problem } from '@billhook/domain/problems';

/** The parts of a request that may hold a credential. */
export interface CredentialCarrier {
  readonly authorization: readonly string[];
  readonly query: unknown;
}

const QUERY_NAMES = ['access_token', 'api_key', 'apikey', 'key', 'token'];
const KEY_LIKE = /bh[a-z]_[0-9A-Za-z]{8}/;

function isCredentialInQuery(query: unknown): boolean {
  if (typeof query !== 'object' || query === null) return false;
  return Object.entries(query).some(
    ([name, value]) => QUERY_NAMES.includes(name.toLowerCase()) || KEY_LIKE.test(String(value)),
  );
}

/**
 * Takes the key out of the Authorization header, refusing by name whatever can be seen to be wrong from the text alone,
 * before any look-up.
 * @throws Problem 400 two_credentials, or 401 with the diagnosis
 */
export function readBearer({ authorization, query }: CredentialCarrier): string {
  if (authorization.length > 1) throw new Problem('two_credentials');
  if (isCredentialInQuery(query)) throw new Problem('credential_in_query');

  const [header] = authorization;
  if (header === undefined) throw new Problem('credential_missing');
  const [, scheme = '', token = ''] = /^(\S*)\s?(.*)$/s.exec(header) ?? [];
  if (scheme.toLowerCase() !== 'bearer') {
    const forgotten = KEY_LIKE.test(scheme);
    throw new Problem('credential_malformed', forgotten ? 'The word Bearer is missing before the key.' : undefined);
  }
  if (token === '')
    throw new Problem('credential_missing', 'The Authorization header holds no key after the word Bearer.');
  const fault = diagnoseKey(token);
  if (fault) throw new Problem(fault);
  return token;
}

/** What stands after the word Bearer, in the only such header; undefined for anything else. Nothing is diagnosed. */
export function bearerOf(authorization: readonly string[]): string | undefined {
  const [header, second] = authorization;
  return second === undefined ? /^Bearer (\S+)$/i.exec(header ?? '')?.[1] : undefined;
}
