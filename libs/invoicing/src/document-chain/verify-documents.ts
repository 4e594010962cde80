import { createHash } from 'node:crypto';
import type { ReadRunner } from '@billhook/db/statement';
import type { Presented } from '../records/locked-records.js';
import type { RecordContext } from '../records/record.repository.js';
import { chainedRecords } from './chained-records.js';
import { CHAINED_RESOURCES, isChained, recordDigests, type ChainedResource } from './record-digest.rules.js';
import type { RecordState } from './record-entries.rules.js';
import { subjectOf, type DocumentChainError } from './verify-links.js';

/** A record as it is stored, or the error of its row. */
type StoredRecord = Presented | Error;

/** Recalculates the digests of records and PDFs from the database. */
export class StoredDocuments {
  readonly #records;

  /** @param runner reads all tables in one snapshot */
  constructor(
    context: RecordContext,
    private readonly runner: ReadRunner,
  ) {
    this.#records = chainedRecords(context);
  }

  /** The first of these states that its record or PDF does not match. */
  async firstError(companyId: number, states: readonly RecordState[]): Promise<DocumentChainError | undefined> {
    const records = await this.#stored(companyId, states);
    for (const state of states) {
      const error =
        (state.last && errorOfRecord(state, records.get(keyOf(state)))) ??
        ((state.content ?? state.pdf) && (await this.#errorOfPdf(companyId, state)));
      if (error) return error;
    }
    return undefined;
  }

  async #stored(companyId: number, states: readonly RecordState[]): Promise<Map<string, StoredRecord>> {
    const stored = new Map<string, StoredRecord>();
    for (const resource of CHAINED_RESOURCES) {
      const ids = states.filter((each) => each.resource === resource && each.last).map(({ recordId }) => recordId);
      for (const [id, record] of await this.#read(resource, companyId, ids)) stored.set(`${resource}/${id}`, record);
    }
    return stored;
  }

  /** One by one if a row cannot be read as a record, to name it. */
  async #read(
    resource: ChainedResource,
    companyId: number,
    ids: readonly number[],
  ): Promise<(readonly [number, StoredRecord])[]> {
    try {
      const found = await this.#records[resource].byIds(companyId, ids, this.runner);
      return found.map((record) => [record.id, record] as const);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) return [[id, error]];
      const records: (readonly [number, StoredRecord])[] = [];
      for (const each of ids) records.push(...(await this.#read(resource, companyId, [each])));
      return records;
    }
  }

  /** One PDF at a time: each may have a megabyte. */
  async #errorOfPdf(companyId: number, state: RecordState): Promise<DocumentChainError | undefined> {
    const [file] = await this.runner.query<{ bytes: Buffer | null; digest: string | null; content: string | null }>({
      name: 'chain_pdf',
      text: 'SELECT bytes, digest, content FROM document_files WHERE company_id = $1 AND resource = $2 AND record_id = $3',
      values: [companyId, state.resource, state.recordId],
    });
    // The entry of a PDF has no number.
    const where = `PDF of ${subjectOf({ ...state, number: null })}`;
    const error = (kind: 'removed' | 'pdf', says: string): DocumentChainError => ({ kind, where, says });
    if (state.content) {
      if (!file || file.content === null) return error('removed', 'its content was removed');
      if (sha256(file.content) !== state.content.digest) return error('pdf', 'its content was changed');
    }
    if (!state.pdf) return undefined;
    if (!file?.bytes) return error('removed', 'it was removed');
    const digest = sha256(file.bytes);
    if (state.pdf.digest === digest && file.digest === digest) return undefined;
    return error('pdf', 'its bytes or its digest were changed');
  }
}

const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex');

const keyOf = ({ resource, recordId }: RecordState): string => `${resource}/${recordId}`;

function errorOfRecord(state: RecordState, record: StoredRecord | undefined): DocumentChainError | undefined {
  const { resource, last, isDeleted, frozen } = state;
  const where = subjectOf(state);
  if (isDeleted) return record && { kind: 'record', where, says: 'it was deleted, and exists again' };
  if (!record || !last || !isChained(resource))
    return { kind: 'removed', where, says: 'it was removed without an entry' };
  const error = (says: string): DocumentChainError => ({ kind: 'record', where, says });
  if (record instanceof Error) return error(`it was changed: its row cannot be read (${record.message})`);
  if (record.version !== last.version)
    return error(`version ${record.version} has no entry: the last one is of version ${last.version}`);
  const { digest } = recordDigests(resource, record, last.digestVersion);
  if (digest.toString('hex') !== last.digest)
    return error(`it was changed: version ${record.version} does not match its entry`);
  for (const [version, expected] of frozen) {
    if (recordDigests(resource, record, version).frozenDigest.toString('hex') !== expected)
      return error('what cannot change after issue differs from its entries');
  }
  return undefined;
}
