import { createHash } from 'node:crypto';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { DocumentRef } from '../document-base/document-ref.js';
import { COMPOSE, NO_RECORD } from '../document-chain/chain-entries.sql.js';
import { stateOfEntry } from '../document-chain/entry-inspection.js';

/** An entry of the document chain for the content of a PDF, as JSON. */
interface ContentEntry {
  readonly at: string;
  readonly digest: string | null;
  readonly secretVersion: string | null;
  readonly hmac: string | null;
}

/** The file of an issued document. */
export interface WaitingFile {
  readonly digest: string | null;
  /** Null until the PDF is rendered. */
  readonly bytes: Buffer | null;
  readonly renderer: number | null;
  /** Null if a program of 0.1.0 issued the document, and once it is rendered. */
  readonly content: string | null;
  /** The entries of its content. */
  readonly entries: readonly ContentEntry[];
}

/** Everything that a PDF shows, as it is stored at issue. */
export const contentOf = (source: PrintedDocument): string => JSON.stringify(source);

export const contentDigest = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The source of the PDF from its stored content. */
export function sourceOfContent(content: string): PrintedDocument {
  const source = JSON.parse(content) as Omit<PrintedDocument, 'at'> & { readonly at: string };
  return { ...source, at: new Date(source.at) };
}

/**
 * The content of a PDF that is to be rendered, if its entry in the document chain proves that it is the one of the issue.
 * @returns undefined if the document was issued without content
 * @throws Error if the content was changed or removed
 */
export function provenContent(
  ref: DocumentRef,
  { content, entries }: WaitingFile,
  secrets: AppSecrets,
): string | undefined {
  if (content === null && entries.length === 0) return undefined;
  const [entry] = entries;
  if (content !== null && entry && entries.length === 1 && isProof(ref, entry, content, secrets)) return content;
  throw new Error(
    `The content of the PDF of ${ref.resource} ${ref.recordId} does not match its entry in the document chain. Run audit-verify.`,
  );
}

/** Whether Billhook wrote the entry, for this content. The secret of an older entry may be removed: audit-verify covers these. */
function isProof(ref: DocumentRef, entry: ContentEntry, content: string, secrets: AppSecrets): boolean {
  const facts = { version: null, number: null, action: COMPOSE, digestVersion: NO_RECORD, frozenDigest: null };
  const state = stateOfEntry(secrets, { ...ref, ...facts, ...entry, at: new Date(entry.at).toISOString() });
  return entry.digest === contentDigest(content) && (state === 'valid' || state === 'unknown_secret');
}
