import type { CreateImport } from '@billhook/contract/installation/import';
import { IMPORT_FIELDS, isImportField } from '@billhook/contract/installation/import-fields';
import { pointer } from '@billhook/contract/shared/body-errors';
import { Suggestions } from '@billhook/contract/shared/did-you-mean';
import { MOST_IMPORT_ROWS } from '@billhook/domain/shared/import';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { splitRecords } from '@billhook/domain/shared/record-lines';
import { shortened } from '@billhook/domain/shared/shortened';
import type { NewImportPart } from '@billhook/installation/imports/import-parts.repository';
import { csvCells } from '@billhook/installation/imports/import-rows';
import type { ImportReading } from '@billhook/installation/imports/import.entity';

/** Rows of a part, which a worker writes in one transaction: some 40 ms. */
const ROWS_OF_A_PART = 200;

const BYTE_ORDER_MARK = '\ufeff';

/** The rows of a new import, split into parts, and how they are read. */
export interface ImportContent {
  readonly reading: ImportReading;
  readonly parts: readonly NewImportPart[];
  readonly total: number;
}

/** @throws Problem 422 invalid_body for unknown members, unreadable headers, no rows, or too many */
export function importContent(body: CreateImport): ImportContent {
  const content = body.content.startsWith(BYTE_ORDER_MARK) ? body.content.slice(1) : body.content;
  if (content.includes('\0'))
    throw invalid('/content', 'invalid_text', 'must not contain the character U+0000: send text as UTF-8');
  const delimiter = body.delimiter ?? ',';
  const unique = body.unique ?? [];
  const plain = { delimiter, headers: [], fields: [], defaults: {}, unique };
  if (body.format === 'ndjson') {
    const given = (['delimiter', 'columns', 'defaults'] as const).filter((name) => body[name] !== undefined);
    if (given.length > 0) throw new Problem('invalid_body', undefined, { errors: given.map(onlyOfCsv) });
    return { reading: plain, ...split(content, false) };
  }
  const [first] = splitRecords(content, 1, true);
  if (!first) throw invalid('/content', 'no_rows', 'has no rows');
  const headers = headersOf(first.text, delimiter);
  const fields = fieldsOf(body, headers);
  const reading = { ...plain, headers, fields, defaults: { ...body.defaults } };
  return { reading, ...split(content.slice(content.indexOf(first.text) + first.text.length + 1), true, delimiter) };
}

const invalid = (place: string, code: string, message: string): Problem =>
  new Problem('invalid_body', undefined, { errors: [{ pointer: place, code, message }] });

const onlyOfCsv = (name: string): FieldError => ({
  pointer: `/${name}`,
  code: 'only_of_csv',
  message: 'is only possible with the format csv',
});

function split(content: string, quoted: boolean, delimiter?: string): Omit<ImportContent, 'reading'> {
  const parts: NewImportPart[] = [];
  let total = 0;
  for (const { text, records } of splitRecords(content, ROWS_OF_A_PART, quoted, delimiter)) {
    parts.push({ firstRow: total + 1, content: text });
    total += records;
  }
  if (total === 0) throw invalid('/content', 'no_rows', 'has no rows');
  if (total > MOST_IMPORT_ROWS) {
    throw invalid(
      '/content',
      'too_many_rows',
      `has ${total} rows; at most ${MOST_IMPORT_ROWS} are accepted. Split the file`,
    );
  }
  return { parts, total };
}

function headersOf(line: string, delimiter: string): string[] {
  let cells: readonly string[] | undefined;
  try {
    [cells] = csvCells(line, delimiter);
  } catch {
    throw invalid('/content', 'unreadable', 'has a line of headers with a quote that is not closed');
  }
  const headers = (cells ?? []).map((cell) => cell.trim());
  const twice = headers.find((header, n) => header !== '' && headers.indexOf(header) !== n);
  if (twice !== undefined)
    throw invalid('/content', 'repeated_header', `has the header "${shortened(twice, 80)}" twice`);
  // A column without a header has a name, because results show it.
  return headers.map((header, n) => header || `column ${n + 1}`);
}

/** The member of each column. */
function fieldsOf({ resource, columns, defaults = {} }: CreateImport, headers: readonly string[]): (string | null)[] {
  const suggestions = new Suggestions();
  const known = [...IMPORT_FIELDS[resource].keys()];
  const unknown = (place: string, field: string): FieldError[] =>
    isImportField(resource, field)
      ? []
      : [{ pointer: place, code: 'unknown_member', message: suggestions.unknownName(field, known) }];
  const errors: FieldError[] = Object.keys(defaults).flatMap((field) => unknown(pointer(['defaults', field]), field));
  if (columns) {
    const used = new Set<string>();
    for (const [header, field] of Object.entries(columns)) {
      const place = pointer(['columns', header]);
      if (!headers.includes(header))
        errors.push({ pointer: place, code: 'unknown_column', message: 'is no header of the file' });
      errors.push(...unknown(place, field));
      if (used.has(field))
        errors.push({ pointer: place, code: 'repeated_member', message: 'is the member of another column as well' });
      used.add(field);
    }
  } else {
    for (const header of headers) {
      const [error] = unknown('/content', header);
      if (error)
        errors.push({ ...error, message: `has the header "${shortened(header, 80)}", which ${error.message}` });
    }
  }
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors: errors.slice(0, 100) });
  const own = new Map(Object.entries(columns ?? {}));
  return headers.map((header) => (columns ? (own.get(header) ?? null) : header));
}
