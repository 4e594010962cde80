import type { Statement } from '@billhook/db/statement';
import type { RecordName } from '@billhook/domain/shared/resources';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Presented } from '../records/locked-records.js';
import { entryFacts, hmacOf, type StoredHmac } from './chain-hmac.rules.js';
import { chainedForm, digestsOfForm, isChained } from './record-digest.rules.js';

/** What an entry says about a version of a record. */
interface ChainedChange {
  readonly companyId: number;
  readonly resource: RecordName;
  readonly data: Presented & { readonly number?: string | null };
  /** `data` in the form of its schema, if it was parsed for an event. */
  readonly sent?: object | undefined;
  readonly action: string;
  readonly at: Date;
  readonly deleted: boolean;
}

/** The digest version of an entry that has no digest of a record. */
export const NO_RECORD = 1;

/** The entry of a record's version, written in the transaction of the change; undefined for what is not part of the chain. */
export function chainEntryOf(
  { companyId, resource, data, sent, action, at, deleted }: ChainedChange,
  secrets: AppSecrets,
): Statement | undefined {
  if (!isChained(resource)) return undefined;
  const number = data.number ?? null;
  // A draft can be edited and deleted: only its deletion is an entry.
  if (resource === 'invoice' && number === null && !deleted) return undefined;
  const digests = deleted ? undefined : digestsOfForm(resource, sent ?? chainedForm(resource, data));
  const { digest = null, frozenDigest = null, digestVersion = NO_RECORD } = digests ?? {};
  const { secretVersion, hmac } = hmacOf(secrets, 'chain-entry', {
    ...{ companyId, resource, recordId: data.id, version: data.version, number, action, at: at.toISOString() },
    ...{ digest: hexOf(digest), digestVersion, frozenDigest: hexOf(frozenDigest) },
  });
  return {
    name: 'chain_add',
    text: `INSERT INTO document_chain (company_id, resource, record_id, version, number, action, at, digest, digest_version,
        frozen_digest, secret_version, hmac)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...[companyId, resource, data.id, data.version, number, action, at, digest, digestVersion],
      ...[frozenDigest, secretVersion, hmac],
    ],
  };
}

export const hexOf = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null;

/** The action of the entry of what a PDF shows, which is stored at issue. */
export const COMPOSE = 'compose';

/** The action of the entry of a PDF. */
export const RENDER = 'render';

/** The action of the entry of a record or a PDF that is older than the chain. */
export const ADOPT = 'adopt';

/** A stored PDF, or the stored content of one. */
interface ChainedPdf {
  readonly companyId: number;
  readonly resource: string;
  readonly recordId: number;
  readonly action: string;
  readonly at: Date;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
}

/** The HMAC of the entry of a PDF. */
export const pdfHmac = (secrets: AppSecrets, pdf: ChainedPdf): StoredHmac =>
  hmacOf(
    secrets,
    'chain-entry',
    entryFacts({
      ...pdf,
      ...{ at: pdf.at.toISOString(), version: null, number: null, digestVersion: NO_RECORD, frozenDigest: null },
    }),
  );
