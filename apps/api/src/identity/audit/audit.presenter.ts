import type { AuditEntryView, AuditRow } from '@billhook/contract/identity/audit';
import type { AuditExportFormat } from '@billhook/domain/identity/audit';
import { CSV_TYPE, writeCsv } from '../../request/csv.js';
import { softwareOf } from '../../request/origin.js';
import type { ChainedEntry } from '@billhook/identity/audit/audit-entry.entity';

/** An entry without its company, as lists and files show it. */
export function presentEntry({ companyId: _, at, ...rest }: ChainedEntry): AuditEntryView {
  return { ...rest, at: at.toISOString() };
}

/** The same with the name of the program, for a screen. */
export function presentRow(entry: ChainedEntry): AuditRow {
  return { ...presentEntry(entry), ...softwareOf(entry.userAgent) };
}

interface AuditExport {
  readonly companyId: number;
  readonly exportedAt: Date;
  /** Batch by batch. */
  readonly entries: AsyncIterable<AuditEntryView[]>;
}

interface ExportWriter {
  /** Media type. */
  readonly type: string;
  /** The text of the file, piece by piece. */
  write(what: AuditExport): AsyncGenerator<string>;
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

/** Includes the company's id, which each hash covers: the file can be verified by itself. */
async function* writeJson({ companyId, exportedAt, entries }: AuditExport): AsyncGenerator<string> {
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

export const EXPORT_WRITERS: Readonly<Record<AuditExportFormat, ExportWriter>> = {
  csv: { type: CSV_TYPE, write: ({ entries }) => writeCsv(COLUMNS, entries) },
  json: { type: 'application/json', write: writeJson },
};
