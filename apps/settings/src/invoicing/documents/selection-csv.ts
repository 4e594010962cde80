import { apiText } from '@billhook/ui/api-fetch';
import { exportPath, type RecordFilters } from '../../shared/workspace/records.js';
import { save, type BulkDocument } from './bulk-run.js';
import { csvRecords } from './csv-records.js';

async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/**
 * Saves the lines of the selected documents from the export of their list, which ends with the last of them.
 * @returns how many of them the list no longer contains
 */
export async function saveSelection(
  resource: 'invoices' | 'quotes',
  filters: RecordFilters,
  documents: readonly BulkDocument[],
): Promise<number> {
  const wanted = new Set(documents.map(({ id }) => id));
  const lines: string[] = [];
  for await (const line of csvRecords(chunksOf(await apiText(exportPath(resource, filters), {})))) {
    // The first line has the names; in the others, the id is the first value.
    if (lines.length === 0 || wanted.delete(Number(line.slice(0, line.indexOf(','))))) lines.push(line);
    if (wanted.size === 0) break;
  }
  save(new Blob(lines, { type: 'text/csv' }), `${resource}.csv`);
  return wanted.size;
}
