import type { AuditEntryView, EXPORT_FORMATS } from '@billhook/contract/audit';
import { stringify } from 'csv-stringify/sync';
import type { ChainedEntry } from './audit-entry.entity.js';

/** An entry without its company, as lists and files show it. */
export function presentEntry({ companyId: _, at, ...rest }: ChainedEntry): AuditEntryView {
  return { ...rest, at: at.toISOString() };
}

interface Export {
  readonly companyId: number;
  readonly exportedAt: Date;
  /** Batch by batch. */
  readonly entries: AsyncIterable<AuditEntryView[]>;
}

interface ExportWriter {
  /** Media type. */
  readonly type: string;
  /** The text of the file, piece by piece. */
  write(what: Export): AsyncGenerator<string>;
}

const COLUMNS = [
  'id',
  'at',
  'actorKind',
  'memberId',
  'keyId',
  'actor',
  'action',
  'target',
  'details',
  'ip',
  'userAgent',
  'requestId',
  'prevHash',
  'hash',
] as const satisfies readonly (keyof AuditEntryView)[];

/**
 * RFC 4180, for spreadsheets: those take a file without a byte order mark for one of another encoding, and run what begins like a formula
 * (a user agent may say anything), hence the apostrophe before it.
 */
async function* writeCsv({ entries }: Export): AsyncGenerator<string> {
  yield stringify([], { header: true, columns: [...COLUMNS], bom: true, record_delimiter: 'windows' });
  for await (const batch of entries) {
    yield stringify(batch, {
      columns: [...COLUMNS],
      record_delimiter: 'windows',
      escape_formulas: true,
      // The library quotes what holds its own line ending, which is both of these; either alone ends a line for some readers.
      quoted_match: /[\r\n]/,
    });
  }
}

/** With the company's id, which the hash of an entry covers: each entry can be checked by itself. */
async function* writeJson({ companyId, exportedAt, entries }: Export): AsyncGenerator<string> {
  yield `{"companyId":${companyId},"exportedAt":${JSON.stringify(exportedAt)},"data":[`;
  let separator = '\n';
  for await (const batch of entries) {
    for (const entry of batch) {
      yield separator + JSON.stringify(entry);
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}

export const EXPORT_WRITERS: Readonly<Record<(typeof EXPORT_FORMATS)[number], ExportWriter>> = {
  csv: { type: 'text/csv; charset=utf-8; header=present', write: writeCsv },
  json: { type: 'application/json', write: writeJson },
};
