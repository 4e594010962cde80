import { Problem } from './problems.js';

/** How long the answer to a request with an Idempotency-Key is kept. Published: see the guide. */
export const IDEMPOTENCY_DAYS = 30;

/** Printable ASCII; in quotes as the draft of the IETF writes it (a structured string), or bare as everybody sends it. */
export const IDEMPOTENCY_KEY_PATTERN =
  /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e](?:[\x20-\x21\x23-\x7e]{0,253}[\x21\x23-\x7e])?))$/;

/**
 * Reads the key that makes a request to be done once. Quoted or bare, it is the same key.
 * @param values of all headers Idempotency-Key; undefined when there is none
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
