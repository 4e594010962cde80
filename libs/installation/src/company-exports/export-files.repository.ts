import { createHash } from 'node:crypto';
import type { ReadRunner, Runner } from '@billhook/db/statement';
import { READY_EXPORT_STATUSES } from '@billhook/domain/identity/company-export';
import type { CompanyExportFile } from './company-export.entity.js';

/** Identifies an export and its company. */
export interface ExportRef {
  readonly companyId: number;
  readonly id: number;
}

/** Parts that one statement deletes: about 10 MB. */
const DELETED_PARTS = 20;
const DELETED_FILES = 2_000;

export async function addPart(
  runner: Runner,
  { companyId, id }: ExportRef,
  position: number,
  part: number,
  content: Buffer,
): Promise<void> {
  await runner.query({
    name: 'export_part_add',
    text: 'INSERT INTO company_export_parts (company_id, export_id, position, part, content) VALUES ($1, $2, $3, $4, $5)',
    values: [companyId, id, position, part, content],
  });
}

export type NewExportFile = Omit<CompanyExportFile, 'companyId' | 'exportId'>;

export async function addFiles(runner: Runner, { companyId, id }: ExportRef, files: readonly NewExportFile[]) {
  await runner.query({
    name: 'export_files_add',
    text: `INSERT INTO company_export_files (company_id, export_id, position, path, records, bytes, digest, missing, resource, record_id)
      SELECT $1, $2, f.position, f.path, f.records, f.bytes, f.digest, f.missing, f.resource, f."recordId"
      FROM jsonb_to_recordset($3) AS f (position integer, path text, records bigint, bytes bigint, digest text, missing text, resource text,
        "recordId" bigint)`,
    values: [companyId, id, JSON.stringify(files)],
  });
}

const FILE = 'position, path, records, bytes, digest, missing, resource, record_id AS "recordId"';

/** Files from a position on, in the order in which they were added. */
export function filesFrom(
  runner: ReadRunner,
  { companyId, id }: ExportRef,
  position: number,
  limit: number,
): Promise<NewExportFile[]> {
  return runner.query<NewExportFile & Record<string, unknown>>({
    name: 'export_files_from',
    text: `SELECT ${FILE} FROM company_export_files WHERE company_id = $1 AND export_id = $2 AND position >= $3 ORDER BY position LIMIT $4`,
    values: [companyId, id, position, limit],
  });
}

/** The PDFs that an export leaves out, from a position on. */
export function missingFilesFrom(
  runner: ReadRunner,
  { companyId, id }: ExportRef,
  position: number,
  limit: number,
): Promise<NewExportFile[]> {
  return runner.query<NewExportFile & Record<string, unknown>>({
    name: 'export_files_missing',
    text: `SELECT ${FILE} FROM company_export_files WHERE company_id = $1 AND export_id = $2 AND position >= $3 AND digest IS NULL
      ORDER BY position LIMIT $4`,
    values: [companyId, id, position, limit],
  });
}

/** The parts of a file in order, one in memory at a time. */
export async function* partsOf(
  runner: ReadRunner,
  { companyId, id }: ExportRef,
  position: number,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await runner.query<{ content: Buffer }>({
      name: 'export_part_get',
      text: `SELECT content FROM company_export_parts WHERE company_id = $1 AND export_id = $2 AND position = $3 AND part = $4`,
      values: [companyId, id, position, part],
    });
    if (!row) return;
    yield row.content;
  }
}

/** Size and SHA-256 of a file, from its stored parts: the state of a hash cannot be stored with the progress. */
export async function sealOf(runner: ReadRunner, ref: ExportRef, position: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const content of partsOf(runner, ref, position)) {
    hash.update(content);
    bytes += content.length;
  }
  return { bytes, digest: hash.digest('hex') };
}

/** Deletes some files of an export. The row locks skip what another worker has just deleted. @returns whether there may be more */
export async function deleteFiles(runner: Runner, { companyId, id }: ExportRef): Promise<boolean> {
  for (const [table, most] of [
    ['company_export_parts', DELETED_PARTS],
    ['company_export_files', DELETED_FILES],
  ] as const) {
    const deleted = await runner.query({
      name: `${table}_delete`,
      text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM ${table} WHERE company_id = $1 AND export_id = $2 LIMIT ${most} FOR UPDATE)) RETURNING position`,
      values: [companyId, id],
    });
    if (deleted.length > 0) return true;
  }
  return false;
}

/** Marks an export whose files are deleted. A failed one remains failed. */
export async function markExpired(runner: Runner, { companyId, id }: ExportRef): Promise<void> {
  await runner.query({
    name: 'company_export_expire',
    text: `UPDATE company_exports SET status = CASE WHEN status = ANY ($3) THEN 'Expired' ELSE status END,
        expires_at = CASE WHEN status = ANY ($3) THEN expires_at END
      WHERE company_id = $1 AND id = $2 AND (status = 'Failed' OR status = ANY ($3))`,
    values: [companyId, id, READY_EXPORT_STATUSES],
  });
}
