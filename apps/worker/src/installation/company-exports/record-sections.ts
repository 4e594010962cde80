import { ownRows } from '@billhook/db/company-rows';
import type { Kept, Listed, PageOf, Window } from '@billhook/db/lists/list-records';
import { RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import type { RecordReader } from '@billhook/invoicing/record-repositories';
import type { RecordColumns, RecordContext } from '@billhook/invoicing/records/record.repository';
import { timelinesOf } from '@billhook/invoicing/records/timeline.repository';
import { presentEach } from '../json-lines.js';
import { linesSection, type ExportSection } from './export-section.js';

/** Records per page. A document with many line items has some 100 KB. */
const PAGE = 50;

/** Newest first, from the cursor of the export: what is created in the meantime is in the events. */
export const windowOf = ({ cursor }: Pick<CompanyExport, 'cursor'>, limit = PAGE): Window => ({
  limit,
  from: cursor === 0 ? undefined : { value: null, id: cursor, back: false, including: false },
});

/** The cursor after a page. */
export const nextOf = ({ entries, hasMore }: PageOf<{ readonly position: { readonly id: number } }>): number | null =>
  hasMore ? (entries.at(-1)?.position.id ?? null) : null;

interface RecordSource {
  readonly name: RecordName;
  readonly repository: RecordReader;
  /** The form of its GET response: as there, the view drops internal columns of line items. */
  readonly present: (row: RecordColumns) => object;
  readonly context: RecordContext;
}

export const rowsOf = <Row>({ entries }: Listed<Row>): Row[] =>
  entries.flatMap((entry) => ('row' in entry ? [entry.row] : []));

/** The records of one resource, and their timelines. */
export function recordSections({ name, repository, present, context }: RecordSource): ExportSection[] {
  const { plural, table: tableName } = RESOURCES[name];
  const table = ownRows(tableName);
  return [
    linesSection(
      `${plural}.jsonl`,
      async (job) => {
        const page = await repository.list(job.companyId, {}, windowOf(job));
        return { values: presentEach(rowsOf(page), present), next: nextOf(page) };
      },
      table,
    ),
    linesSection(
      `timelines/${plural}.jsonl`,
      async (job) => {
        const page = await repository.list(job.companyId, {}, windowOf(job));
        const ids = rowsOf(page).map(({ id }) => id);
        const timelines = await timelinesOf(context.db, job.companyId, name, ids);
        return { values: ids.map((id) => ({ id, data: timelines.get(id) ?? [] })), next: nextOf(page) };
      },
      table,
    ),
  ];
}

/** Values of a list that is newest first. */
export function keptValues<Row>(page: PageOf<Kept<Row>>, present: (row: Row) => object) {
  return { values: presentEach(page.entries, ({ row }) => present(row)), next: nextOf(page) };
}
