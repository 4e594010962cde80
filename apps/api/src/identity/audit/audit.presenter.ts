import type { AuditEntryView, AuditRow } from '@billhook/contract/identity/audit';
import type { AuditExportFormat } from '@billhook/domain/identity/audit';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { ChainedEntry } from '@billhook/identity/audit/audit-entry.entity';
import { AUDIT_COLUMNS, presentEntry } from '@billhook/identity/audit/audit-entry.presenter';
import { CSV_TYPE, writeCsv } from '@billhook/platform/csv';
import { softwareOf } from '../../request/origin.rules.js';

/** The same with the names of the program and of the actor, for a screen. */
export function presentRow(entry: ChainedEntry): AuditRow {
  return { ...presentEntry(entry), ...softwareOf(entry.userAgent), actorName: actorOfLabel(entry.actor).name };
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

/** Includes the company's id, which each hash covers, so that the file can be verified on its own. */
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
  csv: { type: CSV_TYPE, write: ({ entries }) => writeCsv(AUDIT_COLUMNS, entries) },
  json: { type: 'application/json', write: writeJson },
};
