import { RESOURCE_VIEWS } from '@billhook/contract/resource-views';
import { ownRows } from '@billhook/db/company-rows';
import { RECORD_NAMES, RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import { RECORD_REPOSITORIES, type RecordReader } from '@billhook/invoicing/record-repositories';
import type { RecordColumns, RecordContext } from '@billhook/invoicing/records/record.repository';
import { timelinesOf } from '@billhook/invoicing/records/timeline.repository';
import { presentEach } from '../json-lines.js';
import { inView, linesSection, nextOf, rowsOf, windowOf, type ExportSection } from './export-section.js';

/** Every record that the API lists, such as clients and invoices, each with its timeline. */
export function recordSections(context: RecordContext): ExportSection[] {
  return RECORD_NAMES.flatMap((name) => {
    const repository = new RECORD_REPOSITORIES[name](context);
    return sectionsOf({
      ...{ name, context, repository },
      present: (row) => inView(RESOURCE_VIEWS[name], repository.presented(row)),
    });
  });
}

interface RecordSource {
  readonly name: RecordName;
  readonly repository: RecordReader;
  /** The form of its GET response: as there, the view drops internal columns of line items. */
  readonly present: (row: RecordColumns) => object;
  readonly context: RecordContext;
}

/** The records of one resource, and their timelines. */
function sectionsOf({ name, repository, present, context }: RecordSource): ExportSection[] {
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
