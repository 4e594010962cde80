import type { Statement } from '@billhook/db/statement';
import { isChained, recordDigest } from './record-digest.rules.js';
import type { Presented } from '../records/locked-records.js';
import type { RecordName } from '../records/record-name.js';

/** What an entry says about a version of a record. */
interface ChainedChange {
  readonly companyId: number;
  readonly resource: RecordName;
  readonly data: Presented & { readonly number?: string | null };
  readonly action: string;
  readonly at: Date;
  readonly deleted: boolean;
}

/** The entry of a record's version, written in the transaction of the change; undefined for what is not part of the chain. */
export function chainEntryOf({ companyId, resource, data, action, at, deleted }: ChainedChange): Statement | undefined {
  if (!isChained(resource)) return undefined;
  const number = data.number ?? null;
  // A draft can be edited and deleted: only its deletion is an entry.
  if (resource === 'invoice' && number === null && !deleted) return undefined;
  const digest = deleted ? null : recordDigest(resource, data);
  return {
    name: 'chain_add',
    text: `INSERT INTO document_chain (company_id, resource, record_id, version, number, action, at, digest)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [companyId, resource, data.id, data.version, number, action, at, digest],
  };
}

/** The action of the entry of a PDF. */
export const RENDER = 'render';

/**
 * The same for stored PDFs.
 * @param stored a SELECT of company, resource, id, time and digest of documents
 */
export const insertPdfEntries = (stored: string): string =>
  `INSERT INTO document_chain (company_id, resource, record_id, action, at, digest)
    SELECT s.company_id, s.resource, s.record_id, '${RENDER}', s.drawn_at, decode(s.digest, 'hex') FROM (${stored}) s`;
