import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { ReadRunner, Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { RENDERER_VERSION } from '@billhook/pdf/renderer-version';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import type { DocumentRef, DocumentResource } from '../document-base/document-ref.js';
import { COMPOSE, pdfHmac, RENDER } from '../document-chain/chain-entries.sql.js';
import { contentDigest, contentOf, type WaitingFile } from './pdf-content.rules.js';

export interface StoredFile {
  readonly digest: string;
  readonly bytes: Buffer;
}

/** When and with which secrets an entry of the document chain is written. */
export interface EntryWriting {
  readonly at: Date;
  readonly secrets: AppSecrets;
}

/**
 * Stores what the PDF of a document shows, and its entry in the document chain, in the transaction that issues it. The PDF is rendered
 * from it, by the renderer that is the default of the column.
 */
export function askForFile(tx: Tx, ref: DocumentRef, source: PrintedDocument, { at, secrets }: EntryWriting): void {
  const content = contentOf(source);
  const digest = contentDigest(content);
  const { secretVersion, hmac } = pdfHmac(secrets, { ...ref, action: COMPOSE, at, digest });
  tx.send({
    name: 'document_file_ask',
    text: `WITH asked AS (INSERT INTO document_files (company_id, resource, record_id, asked_at, content)
        VALUES ($1, $2, $3, $4, $5) RETURNING company_id, resource, record_id, asked_at)
      INSERT INTO document_chain (company_id, resource, record_id, action, at, digest, secret_version, hmac)
        SELECT company_id, resource, record_id, '${COMPOSE}', asked_at, decode($6, 'hex'), $7, $8 FROM asked`,
    values: [ref.companyId, ref.resource, ref.recordId, at, content, digest, secretVersion, hmac],
  });
}

/** The stored PDF of a document with its number; undefined if it is not rendered yet. */
export async function storedFile(
  db: ReadRunner,
  ref: DocumentRef,
): Promise<(StoredFile & { readonly number: string }) | undefined> {
  const [file] = await db.query<StoredFile & { number: string }>({
    name: `document_file_get_${ref.resource}`,
    text: `SELECT f.digest, f.bytes, d.number FROM document_files f JOIN ${RESOURCES[ref.resource].table} d ON d.id = f.record_id
      WHERE f.company_id = $1 AND f.resource = $2 AND f.record_id = $3 AND f.bytes IS NOT NULL`,
    values: [ref.companyId, ref.resource, ref.recordId],
  });
  return file;
}

/** What the PDF of an issued document is rendered from, or the PDF if it is rendered; undefined if the document is not issued. */
export async function waitingFile(db: ReadRunner, ref: DocumentRef): Promise<WaitingFile | undefined> {
  const [file] = await db.query<WaitingFile & Record<string, unknown>>({
    name: 'document_file_waiting',
    text: `SELECT digest, bytes, renderer, CASE WHEN bytes IS NULL THEN content END AS content,
        ARRAY (SELECT json_build_object('at', e.at, 'digest', encode(e.digest, 'hex'), 'secretVersion', e.secret_version,
            'hmac', encode(e.hmac, 'hex')) FROM document_chain e
          WHERE e.company_id = f.company_id AND e.resource = f.resource AND e.record_id = f.record_id
            AND e.version IS NULL AND e.action = '${COMPOSE}') AS entries
      FROM document_files f WHERE company_id = $1 AND resource = $2 AND record_id = $3`,
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
  { at, secrets }: EntryWriting,
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

/** Which PDFs the worker renders before they are requested: those of all issued documents, or only those without stored content. */
export type RenderedAhead = 'all' | 'without_content';

export const renderedAhead = ({ PDF_RENDER_AHEAD }: Pick<Env, 'PDF_RENDER_AHEAD'>): RenderedAhead =>
  PDF_RENDER_AHEAD ? 'all' : 'without_content';

const AHEAD: Readonly<Record<RenderedAhead, string>> = {
  all: 'bytes IS NULL',
  without_content: 'bytes IS NULL AND content IS NULL',
};

const OWN_RENDERER = `(renderer IS NULL OR renderer = ${RENDERER_VERSION})`;

interface UndrawnQuery {
  readonly ahead: RenderedAhead;
  readonly limit: number;
  /** Documents that failed after this time are not retried yet. */
  readonly before: Date;
}

/** Documents whose PDF the worker has to render: untried ones first, then those with the oldest failure. */
export function undrawnFiles(db: ReadRunner, { ahead, limit, before }: UndrawnQuery): Promise<DocumentRef[]> {
  return db.query<DocumentRef & Record<string, unknown>>({
    name: `document_files_undrawn_${ahead}`,
    text: `SELECT company_id AS "companyId", resource, record_id AS "recordId" FROM document_files
      WHERE ${AHEAD[ahead]} AND ${OWN_RENDERER} AND (failed_at IS NULL OR failed_at < $2)
      ORDER BY failed_at NULLS FIRST, asked_at LIMIT $1`,
    values: [limit, before],
  });
}

/** The number of PDFs that the worker has to render. @param most where the count ends */
export async function countUndrawnFiles(db: ReadRunner, ahead: RenderedAhead, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: `document_files_undrawn_count_${ahead}`,
    text: `SELECT count(*) FROM (SELECT FROM document_files WHERE ${AHEAD[ahead]} LIMIT $1::integer) waiting`,
    values: [most],
  });
  return row?.count ?? 0;
}
