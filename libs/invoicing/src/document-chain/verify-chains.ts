import type { ReadRunner } from '@billhook/db/statement';
import { presenceOf } from '@billhook/identity/company-deletions/company-presence.sql';
import type pg from 'pg';
import type { RecordContext } from '../records/record.repository.js';
import type { LinkedEntry } from './link-hash.rules.js';
import { StoredDocuments, type LastEntry } from './verify-documents.js';
import {
  subjectOf,
  verifyLinks,
  type DocumentChainError,
  type HashedEntry,
  type KnownCheckpoint,
} from './verify-links.js';

export interface DocumentChainReport {
  readonly company: { readonly id: number; readonly name: string };
  /** The company is being deleted, with its entries: they were not verified. */
  readonly isDeleting: boolean;
  readonly entries: number;
  /** Entries of the last seconds, which have no position yet. */
  readonly waiting: number;
  /** Records from before the chain, which get their entries soon. */
  readonly uncovered: number;
  readonly checkpoints: number;
  readonly head: { readonly sequence: number; readonly hash: string } | null;
  readonly error: DocumentChainError | null;
}

export interface DocumentChainOptions {
  readonly companyId?: number | undefined;
  readonly checkpoints?: readonly KnownCheckpoint[];
  /** The public keys that checkpoints may have; undefined for any. */
  readonly trusted?: readonly string[] | undefined;
}

/** Entries that are read at a time. */
const BATCH = 200;

const AT = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ENTRIES = `SELECT company_id AS "companyId", sequence, ${AT} AS at, resource, record_id AS "recordId", version, number, action,
    encode(digest, 'hex') AS digest, encode(hash, 'hex') AS hash
  FROM document_chain WHERE company_id = $1 AND sequence IS NOT NULL ORDER BY sequence`;

const LAST_ENTRIES = `SELECT DISTINCT ON (resource, record_id, version IS NULL) resource, record_id AS "recordId", version, number, action, digest
  FROM document_chain WHERE company_id = $1 ORDER BY resource, record_id, version IS NULL, id DESC`;

const CHECKPOINTS = `SELECT company_id AS "companyId", sequence, hash, to_char(signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "signedAt",
    public_key AS "publicKey", signature FROM checkpoints WHERE company_id = $1 ORDER BY sequence`;

const hasEntry = (resource: string, pdf: boolean): string => `EXISTS (SELECT FROM document_chain e
  WHERE e.company_id = r.company_id AND e.resource = ${resource} AND e.record_id = r.${pdf ? 'record_id' : 'id'}
    AND e.version IS ${pdf ? 'NULL' : 'NOT NULL'})`;

/** Issued documents, payments and PDFs without any entry. */
export const WITHOUT_ENTRY = `
  SELECT 'invoice' AS resource, id AS "recordId", number, false AS pdf FROM invoices r
    WHERE company_id = $1 AND number IS NOT NULL AND NOT ${hasEntry(`'invoice'`, false)}
  UNION ALL SELECT 'credit_note', id, number, false FROM credit_notes r WHERE company_id = $1 AND NOT ${hasEntry(`'credit_note'`, false)}
  UNION ALL SELECT 'payment', id, NULL, false FROM payments r WHERE company_id = $1 AND NOT ${hasEntry(`'payment'`, false)}
  UNION ALL SELECT resource, record_id, NULL, true FROM document_files r
    WHERE company_id = $1 AND bytes IS NOT NULL AND NOT ${hasEntry('r.resource', true)}`;

const UNVERIFIED = { isDeleting: true, entries: 0, waiting: 0, uncovered: 0, checkpoints: 0, head: null, error: null };

type WithoutEntry = Pick<LinkedEntry, 'resource' | 'recordId' | 'number'> & { readonly pdf: boolean };

/**
 * Verifies the document chain of every company, or of one: links, checkpoints, and the records and PDFs themselves.
 * @param client a dedicated connection: each company is read in one snapshot
 */
export async function* verifyDocumentChains(
  client: pg.ClientBase,
  context: RecordContext,
  options: DocumentChainOptions = {},
): AsyncGenerator<DocumentChainReport> {
  const { rows } = await client.query<DocumentChainReport['company']>(
    'SELECT id, name FROM companies WHERE $1::bigint IS NULL OR id = $1 ORDER BY id',
    [options.companyId ?? null],
  );
  for (const company of rows) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      const presence = await presenceOf(client, company.id);
      if (presence === 'Present') yield await verifyCompany(client, context, company, options);
      if (presence === 'Deleting') yield { ...UNVERIFIED, company };
    } finally {
      await client.query('ROLLBACK');
    }
  }
}

async function verifyCompany(
  client: pg.ClientBase,
  context: RecordContext,
  company: DocumentChainReport['company'],
  { checkpoints = [], trusted }: DocumentChainOptions,
): Promise<DocumentChainReport> {
  const read = async <T extends object>(text: string): Promise<T[]> => (await client.query<T>(text, [company.id])).rows;
  const signed = await read<KnownCheckpoint>(CHECKPOINTS);
  const own = checkpoints.filter(({ companyId }) => companyId === company.id);
  const links = await verifyLinks(cursor<HashedEntry>(client, ENTRIES, company.id), [...signed, ...own], trusted);
  const [counts] = await read<{ waiting: number; adopting: boolean; sequence: number | null; hash: string | null }>(
    `SELECT (SELECT count(*)::int FROM document_chain WHERE company_id = $1 AND sequence IS NULL) AS waiting,
      EXISTS (SELECT FROM document_chain_adoption WHERE until > now()) AS adopting, h.sequence, encode(h.hash, 'hex') AS hash
      FROM companies c LEFT JOIN document_chain_heads h ON h.company_id = c.id WHERE c.id = $1`,
  );
  const { waiting = 0, adopting = false, sequence = null, hash = null } = counts ?? {};
  const report = (error: DocumentChainError | null, uncovered = 0): DocumentChainReport => {
    return { company, isDeleting: false, ...links, error, waiting, uncovered, checkpoints: signed.length };
  };
  const error = links.error ?? errorOfEnd(links.entries, links.head?.hash ?? null, sequence ?? 0, hash);
  if (error) return report(error);
  const differing = await errorOfDocuments(client, context, company.id, adopting);
  if (differing) return report(differing);
  const without = await read<WithoutEntry>(`${WITHOUT_ENTRY} LIMIT 10000`);
  const [first] = without;
  if (!first || adopting) return report(null, without.length);
  const where = `${first.pdf ? 'PDF of ' : ''}${subjectOf(first)}`;
  return report({ kind: 'no_entry', where, says: 'it has no entry in the document chain' });
}

function errorOfEnd(
  entries: number,
  hash: string | null,
  last: number,
  lastHash: string | null,
): DocumentChainError | null {
  if (entries === last && hash === lastHash) return null;
  return last > entries
    ? { kind: 'cut_off', where: `entry ${entries}`, says: `the end was cut off: entry ${last} was the last` }
    : {
        kind: 'overhang',
        where: `entry ${last}`,
        says: 'entries follow the recorded end of the chain, or its hash was changed',
      };
}

async function errorOfDocuments(
  client: pg.ClientBase,
  context: RecordContext,
  companyId: number,
  adopting: boolean,
): Promise<DocumentChainError | undefined> {
  const runner: ReadRunner = {
    query: async (statement) => (await client.query(statement.text, [...(statement.values ?? [])])).rows as never,
  };
  const documents = new StoredDocuments(context, runner, adopting);
  let batch: LastEntry[] = [];
  for await (const entry of cursor<LastEntry>(client, LAST_ENTRIES, companyId)) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    const error = await documents.firstError(companyId, batch);
    if (error) return error;
    batch = [];
  }
  return documents.firstError(companyId, batch);
}

/** The rows of a statement, in constant memory. A cursor without its own name would end the one before. */
async function* cursor<T extends object>(client: pg.ClientBase, text: string, companyId: number): AsyncGenerator<T> {
  await client.query(`DECLARE chain_rows NO SCROLL CURSOR FOR ${text}`, [companyId]);
  try {
    for (;;) {
      const { rows } = await client.query<T>(`FETCH ${BATCH} FROM chain_rows`);
      yield* rows;
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.query('CLOSE chain_rows');
  }
}
