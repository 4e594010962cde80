import { createHash } from 'node:crypto';
import type { EntryFacts } from './chain-hmac.rules.js';
import { canonicalFacts } from './record-digest.rules.js';

/** The hash version of new links. 1 covers the members up to `digest`, 2 every member but the hash itself. */
export const HASH_VERSION = 2;

/** An entry with its place in the chain, as its hash covers it and as JSON shows it. */
export interface LinkedEntry extends EntryFacts {
  readonly sequence: number;
  readonly secretVersion: string | null;
  /** HMAC-SHA-256 in hexadecimal. */
  readonly hmac: string | null;
  readonly hashVersion: number;
}

/** SHA-256 of the bytes of the previous hash, followed by the canonical text of the entry. @param before null for the first entry */
export function linkHash(before: Buffer | null, entry: LinkedEntry): Buffer {
  const { companyId, sequence, at, resource, recordId, version, number, action, digest } = entry;
  const first = { companyId, sequence, at, resource, recordId, version, number, action, digest };
  const { digestVersion, frozenDigest, secretVersion, hmac, hashVersion } = entry;
  const hashed =
    hashVersion === 1 ? first : { ...first, digestVersion, frozenDigest, secretVersion, hmac, hashVersion };
  const sum = createHash('sha256');
  if (before) sum.update(before);
  return sum.update(canonicalFacts(hashed)).digest();
}
