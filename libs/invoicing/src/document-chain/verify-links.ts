import { isSignatureValid, type CheckpointSignature, type SignedFacts } from './checkpoint-signature.rules.js';
import { linkHash, type LinkedEntry } from './link-hash.rules.js';

/** An entry with its hash in hexadecimal, as the database or a file contains it. */
export interface HashedEntry extends LinkedEntry {
  readonly hash: string;
}

/** A head that was signed, and perhaps stored outside. */
export type KnownCheckpoint = SignedFacts & CheckpointSignature;

/** The first error in a document chain. */
export interface DocumentChainError {
  readonly kind:
    | 'changed'
    | 'gap'
    | 'cut_off'
    | 'overhang'
    | 'checkpoint'
    | 'hmac'
    | 'head'
    | 'entry'
    | 'record'
    | 'removed'
    | 'pdf'
    | 'no_entry'
    | 'numbers';
  /** `invoice 7 (INV-2026-00001)`, `entry 12`. */
  readonly where: string;
  readonly says: string;
}

export interface LinksReport {
  readonly entries: number;
  readonly head: { readonly sequence: number; readonly hash: string } | null;
  readonly error: DocumentChainError | null;
}

/** The name of the record of an entry. */
export const subjectOf = ({
  resource,
  recordId,
  number,
}: Pick<LinkedEntry, 'resource' | 'recordId' | 'number'>): string =>
  `${resource.replace('_', ' ')} ${recordId}${number === null ? '' : ` (${number})`}`;

export interface LinkOptions {
  readonly checkpoints: readonly KnownCheckpoint[];
  /** The public keys that checkpoints may have; undefined for any. */
  readonly trusted?: readonly string[] | undefined;
  /** What else is wrong with an entry whose link is valid. */
  readonly inspect?: (entry: HashedEntry) => DocumentChainError | undefined;
}

/** Verifies the links of one chain from its first entry, and the checkpoints on the way, in constant memory. */
export async function verifyLinks(
  entries: AsyncIterable<HashedEntry> | Iterable<HashedEntry>,
  { checkpoints, trusted, inspect }: LinkOptions,
): Promise<LinksReport> {
  const known = new Map<number, KnownCheckpoint[]>();
  for (const head of checkpoints) known.set(head.sequence, [...(known.get(head.sequence) ?? []), head]);
  let before: Buffer | null = null;
  let count = 0;
  const report = (error: DocumentChainError | null): LinksReport => {
    return { entries: count, head: before && { sequence: count, hash: before.toString('hex') }, error };
  };
  for (const head of checkpoints) {
    const error = errorOfSignature(head, trusted);
    if (error) return report(error);
  }
  for await (const entry of entries) {
    if (entry.sequence !== count + 1) return report(gapBefore(entry, count));
    const hash = linkHash(before, entry);
    if (hash.toString('hex') !== entry.hash) return report(changed(entry));
    before = hash;
    count++;
    if (known.get(count)?.some((head) => head.hash !== entry.hash)) return report(rewritten(entry));
    const error = inspect?.(entry);
    if (error) return report(error);
  }
  const later = checkpoints.find(({ sequence }) => sequence > count);
  return report(later ? cutOff(later, count) : null);
}

function errorOfSignature(
  head: KnownCheckpoint,
  trusted: readonly string[] | undefined,
): DocumentChainError | undefined {
  const where = `checkpoint ${head.sequence} of ${head.signedAt}`;
  if (!isSignatureValid(head, head)) {
    return { kind: 'checkpoint', where, says: 'its signature does not match it' };
  }
  if (trusted && !trusted.includes(head.publicKey)) {
    return { kind: 'checkpoint', where, says: `it was signed with another key: ${head.publicKey}` };
  }
  return undefined;
}

const gapBefore = ({ sequence, ...entry }: HashedEntry, count: number): DocumentChainError => ({
  kind: 'gap',
  where: `entry ${sequence}, ${subjectOf(entry)}`,
  says: `it does not follow entry ${count}: entries before it were removed or inserted`,
});

const changed = ({ sequence, ...entry }: HashedEntry): DocumentChainError => ({
  kind: 'changed',
  where: `entry ${sequence}, ${subjectOf(entry)}`,
  says: 'it or an entry before it was changed: its hash does not match',
});

const rewritten = ({ sequence, ...entry }: HashedEntry): DocumentChainError => ({
  kind: 'checkpoint',
  where: `entry ${sequence}, ${subjectOf(entry)}`,
  says: 'the chain was rewritten: a checkpoint that was signed here has another hash',
});

const cutOff = ({ sequence, signedAt }: KnownCheckpoint, count: number): DocumentChainError => ({
  kind: 'cut_off',
  where: `entry ${count}`,
  says: `the end was cut off: entry ${sequence} existed when its head was signed at ${signedAt}`,
});
