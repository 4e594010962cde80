import { Problem } from './problems.js';

/** How long stored responses are kept. Published in the guide. */
export const IDEMPOTENCY_DAYS = 30;

/** Printable ASCII, either quoted (a structured string, as in the IETF draft) or unquoted, as most clients send it. */
export const IDEMPOTENCY_KEY_PATTERN =
  /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e](?:[\x20-\x21\x23-\x7e]{0,253}[\x21\x23-\x7e])?))$/;

/**
 * Parses the Idempotency-Key header. The quoted and unquoted forms are the same key.
 * @param values of all Idempotency-Key headers; undefined if there are none
 * @throws Problem 400 idempotency_key_malformed
 * @see draft-ietf-httpapi-idempotency-key-header-07
 */
export function readIdempotencyKey(values: readonly string[] | undefined): string | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const [, quoted, bare] = (values.length === 1 && IDEMPOTENCY_KEY_PATTERN.exec(values[0] ?? '')) || [];
  const key = quoted ?? bare;
  if (key === undefined) throw new Problem('idempotency_key_malformed');
  return key;
}
