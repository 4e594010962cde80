import type { ReadRunner, Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { RESOURCES } from '@billhook/domain/shared/resources';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { DocumentRef, DocumentResource } from '../document-base/document-ref.js';
import { pdfHmac, RENDER } from '../document-chain/chain-entries.sql.js';

export interface StoredFile {
  readonly digest: string;
  readonly bytes: Buffer;
}

/** Requests the PDF of a document, in the transaction that issues it. */
export function askForFile(tx: Tx, { companyId, resource, recordId }: DocumentRef, at: Date): void {
  tx.send({
    name: 'document_file_ask',
    text: 'INSERT INTO document_files (company_id, resource, record_id, asked_at) VALUES ($1, $2, $3, $4)',
    values: [companyId, resource, recordId, at],
  });
}

/** The stored PDF of a document with its number; undefined if it is not rendered yet. */
export async function storedFile(
  db: ReadRunner,
  ref: DocumentRef,
): Promise<(StoredFile & { readonly number: string }) | undefined> {
  const [file] = await db.query<{ digest: string; bytes: Buffer; number: string }>({
    name: `document_file_get_${ref.resource}`,
    text: `SELECT f.digest, f.bytes, d.number FROM document_files f JOIN ${RESOURCES[ref.resource].table} d ON d.id = f.record_id
      WHERE f.company_id = $1 AND f.resource = $2 AND f.record_id = $3 AND f.bytes IS NOT NULL`,
    values: [ref.companyId, ref.resource, ref.recordId],
  });
  return file;
}

/** Size and digest of the stored PDFs of several documents, by their ids. Reads no PDF. */
export async function storedFileSizes(
  db: ReadRunner,
  companyId: number,
  resource: DocumentResource,
  ids: readonly number[],
): Promise<Map<number, { readonly digest: string; readonly bytes: number }>> {
  const rows = await db.query<{ id: number; digest: string; bytes: number }>({
    name: 'document_file_sizes',
    text: `SELECT record_id AS id, digest, octet_length(bytes) AS bytes FROM document_files
      WHERE company_id = $1 AND resource = $2 AND record_id = ANY ($3::bigint[]) AND bytes IS NOT NULL`,
    values: [companyId, resource, ids],
  });
  return new Map(rows.map(({ id, digest, bytes }) => [id, { digest, bytes }]));
}

/**
 * Stores a rendered PDF and its entry in the document chain, unless the document already has one: the first one is permanent.
 * @returns whether it was stored
 */
export async function keepFile(
  db: Runner,
  ref: DocumentRef,
  file: StoredFile,
  { at, secrets }: { readonly at: Date; readonly secrets: AppSecrets },
): Promise<boolean> {
  const { secretVersion, hmac } = pdfHmac(secrets, { ...ref, action: RENDER, at, digest: file.digest });
  const kept = await db.query({
    name: 'document_file_keep',
    text: `WITH kept AS (UPDATE document_files SET bytes = $4, digest = $5, drawn_at = $6
        WHERE company_id = $1 AND resource = $2 AND record_id = $3 AND bytes IS NULL
        RETURNING company_id, resource, record_id, drawn_at, digest)
      INSERT INTO document_chain (company_id, resource, record_id, action, at, digest, secret_version, hmac)
        SELECT company_id, resource, record_id, '${RENDER}', drawn_at, decode(digest, 'hex'), $7, $8 FROM kept
        RETURNING record_id`,
    values: [ref.companyId, ref.resource, ref.recordId, file.bytes, file.digest, at, secretVersion, hmac],
  });
  return kept.length > 0;
}

/** Records that a PDF could not be rendered. Other documents come first after that. */
export async function noteUndrawable(db: Runner, ref: DocumentRef, at: Date): Promise<void> {
  await db.query({
    name: 'document_file_failed',
    text: 'UPDATE document_files SET failed_at = $4 WHERE company_id = $1 AND resource = $2 AND record_id = $3',
    values: [ref.companyId, ref.resource, ref.recordId, at],
  });
}

/**
 * Documents whose PDF is requested but not rendered: untried ones first, then those with the oldest failure.
 * @param before documents that failed after this time are not retried yet
 */
export function undrawnFiles(db: ReadRunner, limit: number, before: Date): Promise<DocumentRef[]> {
  return db.query<DocumentRef & Record<string, unknown>>({
    name: 'document_files_undrawn',
    text: `SELECT company_id AS "companyId", resource, record_id AS "recordId" FROM document_files
      WHERE bytes IS NULL AND (failed_at IS NULL OR failed_at < $2) ORDER BY failed_at NULLS FIRST, asked_at LIMIT $1`,
    values: [limit, before],
  });
}

/** The number of requested PDFs that are not rendered. @param most where the count ends */
export async function countUndrawnFiles(db: ReadRunner, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'document_files_undrawn_count',
    text: 'SELECT count(*) FROM (SELECT FROM document_files WHERE bytes IS NULL LIMIT $1::integer) waiting',
    values: [most],
  });
  return row?.count ?? 0;
}
