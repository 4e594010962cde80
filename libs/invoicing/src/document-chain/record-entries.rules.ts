import { COMPOSE } from './chain-entries.sql.js';
import type { LinkedEntry } from './link-hash.rules.js';
import { isChained } from './record-digest.rules.js';
import { subjectOf, type DocumentChainError } from './verify-links.js';

/** An entry with or without its place. */
export type RecordEntry = Omit<LinkedEntry, 'sequence' | 'hashVersion'>;

/** What the entries of one record say together. */
export interface RecordState {
  readonly resource: string;
  readonly recordId: number;
  readonly number: string | null;
  /** The last version; null if only its PDF has entries. */
  readonly last: RecordEntry | null;
  readonly isDeleted: boolean;
  /** The entry of the content of its PDF. */
  readonly content: RecordEntry | null;
  /** The entry of its PDF. */
  readonly pdf: RecordEntry | null;
  /** The frozen digest by version of the digests. */
  readonly frozen: ReadonlyMap<number, string>;
}

/** The state before the first entry of a record. */
export const stateBefore = ({ resource, recordId }: RecordEntry): RecordState => ({
  ...{ resource, recordId, number: null, last: null, isDeleted: false, content: null, pdf: null },
  frozen: new Map(),
});

type Next = { readonly state: RecordState; readonly error?: undefined } | { readonly error: DocumentChainError };

/** The state after the next entry of a record in the order of the chain, or what contradicts the entries before it. Needs no secret. */
export function nextState(before: RecordState, entry: RecordEntry): Next {
  const where = subjectOf(entry);
  const { version, number, digest, digestVersion, frozenDigest } = entry;
  if (version === null) {
    const error = (says: string): Next => ({ error: { kind: 'pdf', where: `PDF of ${where}`, says } });
    if (digest === null) return error('its entry has no digest');
    if (entry.action === COMPOSE) {
      if (before.content) return error('its content has a second entry: it is stored once, at issue');
      if (before.pdf) return error('the entry of its content follows that of the PDF');
      return { state: { ...before, content: entry } };
    }
    if (before.pdf) return error('it has a second entry: a PDF is stored once');
    return { state: { ...before, pdf: entry } };
  }
  const error = (says: string): Next => ({ error: { kind: 'entry', where, says } });
  if (!isChained(entry.resource)) return error('such a record has no entries');
  if (before.isDeleted) return error('an entry follows that of its deletion');
  if (before.last && version <= (before.last.version ?? 0))
    return error(`an entry of version ${version} follows that of version ${before.last.version}`);
  if (digest === null) {
    // Only a draft is deleted, and a draft has no other entry.
    if (entry.resource !== 'invoice' || number !== null || before.last)
      return error('an entry says that it was deleted, but such a record is never deleted');
    return { state: { ...before, last: entry, isDeleted: true } };
  }
  if (before.last && number !== before.number) return error(`its number was ${before.number ?? 'none'} before`);
  const known = before.frozen.get(digestVersion);
  if (frozenDigest === null) {
    // Entries without an HMAC are from programs that know no frozen digest: they are counted and listed.
    if (entry.hmac !== null) return error(`version ${version} has no frozen digest`);
  } else if (known !== undefined && known !== frozenDigest) {
    return error(`version ${version} changed what cannot change after issue`);
  }
  const frozen = frozenDigest === null ? before.frozen : new Map(before.frozen).set(digestVersion, frozenDigest);
  return { state: { ...before, number, last: entry, frozen } };
}
