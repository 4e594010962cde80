import { IMPORT_BODIES, IMPORT_FIELDS, type FieldKind } from '@billhook/contract/installation/import-fields';
import { bodyErrors, ErrorBudget, pointer } from '@billhook/contract/shared/body-errors';
import { checkNumbers, parseChecked } from '@billhook/contract/shared/checked-json';
import { Suggestions } from '@billhook/contract/shared/did-you-mean';
import type { ImportableName } from '@billhook/domain/shared/import';
import { Problem } from '@billhook/domain/shared/problems';
import { recordRanges } from '@billhook/domain/shared/record-lines';
import { canonicalText } from '@billhook/invoicing/document-chain/record-digest.rules';
import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Import, ImportReading } from './import.entity.js';

/** The body that creates a record. */
export type ImportBody<Name extends ImportableName> = z.infer<(typeof IMPORT_BODIES)[Name]>;

/** A row whose body is valid. */
export interface ValidRow {
  readonly body: ImportBody<ImportableName>;
  /** The body as it was sent, with sorted members. It identifies the row, because defaults of the schema change with releases. */
  readonly sent: string;
}

/** A row of a file: its body, or why it has none. */
export type ReadRow = {
  /** As it is in the file: by header, or the line of JSON. */
  readonly values: unknown;
} & (ValidRow | { readonly problem: Problem });

/** The lines of CSV as cells. Quotes inside of unquoted cells are text. */
export const csvCells = (text: string, delimiter: string): string[][] =>
  parse(text, {
    ...{ delimiter, record_delimiter: ['\r\n', '\n'] },
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
  });

/** Of a column without a header. */
export const columnName = (n: number): string => `column ${n + 1}`;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** The rows of a part of an import, in their order. */
export function readRows({ resource, format, reading }: Import, content: string): ReadRow[] {
  const suggestions = new Suggestions();
  const checked = (values: unknown, body: unknown): ReadRow => {
    const result = IMPORT_BODIES[resource].safeParse(body, { reportInput: true });
    if (result.success) return { values, body: result.data, sent: canonicalText(body) };
    const errors = bodyErrors(result.error.issues, new ErrorBudget(suggestions));
    return { values, problem: new Problem('invalid_body', undefined, { errors }) };
  };
  if (format === 'ndjson') {
    return recordsOf(content, undefined).map((line) => fromJson(line, checked));
  }
  return cellsOf(content, reading.delimiter).flatMap((row): ReadRow[] => {
    if (typeof row === 'string') return [unreadable(row, 'A quote is not closed.')];
    return isBlank(row) ? [] : [fromCells(row, resource, reading, checked)];
  });
}

type Check = (values: unknown, body: unknown) => ReadRow;

const unreadable = (values: unknown, detail: string): ReadRow => ({
  values,
  problem: new Problem('row_unreadable', detail),
});

/** A rejected line is its own values: its text, as the reader of the results finds it in the file. */
function fromJson(line: string, checked: Check): ReadRow {
  try {
    const body = parseChecked(line, Buffer.from(line));
    checkNumbers(line);
    return checked(line, body);
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable(line, `${error.message}.`);
    if (!(error instanceof Problem)) throw error;
    return error.code === 'malformed_json' ? unreadable(line, error.message) : { values: line, problem: error };
  }
}

const recordsOf = (content: string, delimiter: string | undefined): string[] =>
  [...recordRanges(content, delimiter)].map(({ begin, end }) => content.slice(begin, end));

/** The cells of each line; the text of a line that is not CSV, so that it does not hide the others. */
function cellsOf(content: string, delimiter: string): (string[] | string)[] {
  try {
    return csvCells(content, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return recordsOf(content, delimiter).flatMap((text): (string[] | string)[] => {
      try {
        return csvCells(text, delimiter);
      } catch {
        return [text];
      }
    });
  }
}

function fromCells(
  cells: readonly string[],
  resource: ImportableName,
  { headers, fields, defaults }: ImportReading,
  checked: Check,
): ReadRow {
  const values = Object.fromEntries(headers.map((header, n) => [header, cells[n] ?? '']));
  const more = cells.slice(headers.length);
  if (!isBlank(more)) {
    for (const [n, cell] of more.entries()) if (cell !== '') values[columnName(headers.length + n)] ??= cell;
    return unreadable(values, `The row has ${cells.length} columns, and the headers ${headers.length}.`);
  }
  const body: Record<string, unknown> = {};
  const fill = (field: string, cell: string) => {
    const value = cell.trim();
    if (value !== '') place(body, field.split('.'), typed(value, IMPORT_FIELDS[resource].get(field)));
  };
  for (const [field, value] of Object.entries(defaults)) fill(field, value);
  for (const [n, field] of fields.entries()) if (field !== null) fill(field, cells[n] ?? '');
  return withColumns(checked(values, body), headers, fields);
}

/** A cell that is not of the kind of its member stays text, which the schema rejects with its rule. */
function typed(value: string, kind: FieldKind | undefined): unknown {
  if (kind === 'number' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (kind === 'boolean' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}

function place(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = (body[name] ?? {}) as Record<string, unknown>;
  body[name] = inner;
  // The name of a custom field may contain a dot.
  place(inner, name === 'customFields' ? [rest.join('.')] : rest, value);
}

/** Names the column of each error, because people look for it in their file. */
function withColumns(row: ReadRow, headers: readonly string[], fields: readonly (string | null)[]): ReadRow {
  if (!('problem' in row)) return row;
  const { code, message, options } = row.problem;
  const errors = options.errors?.map((error) => {
    const column = headers[fields.findIndex((field) => field !== null && pointer(field.split('.')) === error.pointer)];
    return column === undefined ? error : { ...error, column };
  });
  return { ...row, problem: new Problem(code, message, { ...options, ...(errors && { errors }) }) };
}
