import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppSecrets, DerivedKey } from '@billhook/platform/app-secrets';
import { canonicalFacts } from './record-digest.rules.js';

/** What the HMAC of an entry covers: everything that its writer knows. */
export interface EntryFacts {
  readonly companyId: number;
  readonly resource: string;
  readonly recordId: number;
  readonly version: number | null;
  readonly number: string | null;
  readonly action: string;
  /** RFC 3339, in UTC with milliseconds. */
  readonly at: string;
  /** SHA-256 in hexadecimal. */
  readonly digest: string | null;
  readonly digestVersion: number;
  /** SHA-256 in hexadecimal. */
  readonly frozenDigest: string | null;
}

/** What the HMAC of a head covers: the chain up to an entry, through its hash. */
export interface HeadFacts {
  readonly companyId: number;
  readonly sequence: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** The entries from before the upgrade, which have no HMAC. */
  readonly oldEntries: number;
  /** RFC 3339, in UTC with milliseconds. */
  readonly confirmedAt: string;
}

/** What the HMAC of the time of the upgrade covers. RFC 3339, in UTC with milliseconds. */
export interface UpgradeFacts {
  readonly startedAt: string;
  readonly endsAt: string;
}

interface Keyed {
  'chain-entry': EntryFacts;
  'chain-head': HeadFacts;
  'chain-upgrade': UpgradeFacts;
}

/** An HMAC with the version of the application secret that its key is derived from, as it is stored. */
export interface StoredHmac {
  readonly secretVersion: string | null;
  readonly hmac: Buffer | null;
}

/** `unknown_secret`: its application secret is not configured. */
export type HmacState = 'valid' | 'invalid' | 'missing' | 'unknown_secret';

/** The HMAC of these facts, with the key of the first application secret. */
export function hmacOf<Kind extends keyof Keyed>(secrets: AppSecrets, kind: Kind, facts: Keyed[Kind]) {
  const key = secrets.current(kind);
  return { secretVersion: key.version, hmac: sum(key, facts) };
}

/** Whether a stored HMAC is the one of these facts. @param facts exactly the members of their type */
export function stateOfHmac<Kind extends keyof Keyed>(
  secrets: AppSecrets,
  kind: Kind,
  facts: Keyed[Kind],
  { secretVersion, hmac }: StoredHmac,
): HmacState {
  if (secretVersion === null || hmac === null) return 'missing';
  const key = secrets.find(kind, secretVersion);
  if (!key) return 'unknown_secret';
  const expected = sum(key, facts);
  return hmac.length === expected.length && timingSafeEqual(hmac, expected) ? 'valid' : 'invalid';
}

/** The facts of an entry that has further members. */
export function entryFacts(entry: EntryFacts): EntryFacts {
  const { companyId, resource, recordId, version, number, action, at, digest, digestVersion, frozenDigest } = entry;
  return { companyId, resource, recordId, version, number, action, at, digest, digestVersion, frozenDigest };
}

const sum = ({ version, key }: DerivedKey, facts: object): Buffer =>
  createHmac('sha256', key)
    .update(canonicalFacts({ ...facts, secretVersion: version }))
    .digest();
