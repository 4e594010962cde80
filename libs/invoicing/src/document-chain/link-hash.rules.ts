import { createHash } from 'node:crypto';
import { canonicalText } from './record-digest.rules.js';

/** An entry with its place in the chain, as its hash covers it and as JSON shows it. */
export interface LinkedEntry {
  readonly companyId: number;
  readonly sequence: number;
  /** RFC 3339, in UTC with milliseconds. */
  readonly at: string;
  readonly resource: string;
  readonly recordId: number;
  readonly version: number | null;
  readonly number: string | null;
  readonly action: string;
  /** SHA-256 in hexadecimal. */
  readonly digest: string | null;
}

/** SHA-256 of the bytes of the previous hash, followed by the canonical text of the entry. @param before null for the first entry */
export function linkHash(before: Buffer | null, entry: LinkedEntry): Buffer {
  const { companyId, sequence, at, resource, recordId, version, number, action, digest } = entry;
  const hashed = { companyId, sequence, at, resource, recordId, version, number, action, digest };
  const sum = createHash('sha256');
  if (before) sum.update(before);
  return sum.update(canonicalText(hashed)).digest();
}
