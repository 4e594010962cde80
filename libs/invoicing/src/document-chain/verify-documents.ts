import { createHash } from 'node:crypto';
import type { ReadRunner } from '@billhook/db/statement';
import type { RecordContext } from '../records/record.repository.js';
import { RENDER } from './chain-entries.sql.js';
import { chainedRecords } from './chained-records.js';
import { CHAINED_RESOURCES, recordDigest } from './record-digest.rules.js';
import { subjectOf, type DocumentChainError } from './verify-links.js';

/** The last entry of a record, or the entry of its PDF. */
export interface LastEntry {
  readonly resource: string;
  readonly recordId: number;
  readonly number: string | null;
  readonly action: string;
  readonly version: number | null;
  readonly digest: Buffer | null;
}

interface StoredRecord {
  readonly version: number;
  readonly digest: Buffer;
}

/** Recalculates the digests of records and PDFs from the database. */
export class StoredDocuments {
  readonly #records;

  /**
   * @param runner reads all tables in one snapshot
   * @param adopting whether a version without an entry is from the previous release
   */
  constructor(
    context: RecordContext,
    private readonly runner: ReadRunner,
    private readonly adopting: boolean,
  ) {
    this.#records = chainedRecords(context);
  }

  /** The first of these entries that its record or PDF does not match. */
  async firstError(companyId: number, entries: readonly LastEntry[]): Promise<DocumentChainError | undefined> {
    const records = await this.#stored(companyId, entries);
    for (const entry of entries) {
      const error =
        entry.action === RENDER
          ? await this.#errorOfPdf(companyId, entry)
          : errorOfRecord(entry, records.get(`${entry.resource}/${entry.recordId}`), this.adopting);
      if (error) return error;
    }
    return undefined;
  }

  async #stored(companyId: number, entries: readonly LastEntry[]): Promise<Map<string, StoredRecord>> {
    const stored = new Map<string, StoredRecord>();
    for (const resource of CHAINED_RESOURCES) {
      const ids = entries.filter((e) => e.resource === resource && e.action !== RENDER).map(({ recordId }) => recordId);
      for (const data of await this.#records[resource].byIds(companyId, ids, this.runner)) {
        stored.set(`${resource}/${data.id}`, { version: data.version, digest: recordDigest(resource, data) });
      }
    }
    return stored;
  }

  /** One PDF at a time: each may have a megabyte. */
  async #errorOfPdf(companyId: number, entry: LastEntry): Promise<DocumentChainError | undefined> {
    const [file] = await this.runner.query<{ bytes: Buffer | null; digest: string | null }>({
      name: 'chain_pdf',
      text: 'SELECT bytes, digest FROM document_files WHERE company_id = $1 AND resource = $2 AND record_id = $3',
      values: [companyId, entry.resource, entry.recordId],
    });
    const where = `PDF of ${subjectOf(entry)}`;
    if (!file?.bytes) return { kind: 'removed', where, says: 'it was removed' };
    const digest = createHash('sha256').update(file.bytes).digest();
    if (entry.digest?.equals(digest) === true && file.digest === digest.toString('hex')) return undefined;
    return { kind: 'pdf', where, says: 'its bytes or its digest were changed' };
  }
}

function errorOfRecord(
  entry: LastEntry,
  record: StoredRecord | undefined,
  adopting: boolean,
): DocumentChainError | undefined {
  const where = subjectOf(entry);
  if (entry.digest === null) {
    return record && { kind: 'record', where, says: 'it was deleted, and exists again' };
  }
  if (!record) return { kind: 'removed', where, says: 'it was removed without an entry' };
  if (adopting && record.version > (entry.version ?? 0)) return undefined;
  if (record.version !== entry.version) {
    return {
      kind: 'record',
      where,
      says: `version ${record.version} has no entry: the last one is of version ${entry.version}`,
    };
  }
  if (record.digest.equals(entry.digest)) return undefined;
  return { kind: 'record', where, says: `it was changed: version ${record.version} does not match its entry` };
}
