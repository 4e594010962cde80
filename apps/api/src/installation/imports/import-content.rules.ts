import { MOST_COLUMNS, type CreateImport } from '@billhook/contract/installation/import';
import { IMPORT_FIELDS, isImportField } from '@billhook/contract/installation/import-fields';
import { pointer } from '@billhook/contract/shared/body-errors';
import { MOST_ERRORS } from '@billhook/contract/shared/bounded';
import { Suggestions } from '@billhook/contract/shared/did-you-mean';
import { DELIMITERS, MOST_IMPORT_ROWS, type DelimiterName } from '@billhook/domain/shared/import';
import { invalidBody, Problem, type FieldError } from '@billhook/domain/shared/problems';
import { recordRanges } from '@billhook/domain/shared/record-lines';
import { shortened } from '@billhook/domain/shared/shortened';
import type { NewImportPart } from '@billhook/installation/imports/import-parts.repository';
import { columnName, csvCells } from '@billhook/installation/imports/import-rows';
import type { ImportReading } from '@billhook/installation/imports/import.entity';

/** Rows of a part, which a worker writes in one transaction: some 40 ms. */
const ROWS_OF_A_PART = 200;

/** Of a part with its headers. Reading the worst of a megabyte, such as a list of numbers, blocks a worker for 120 ms. */
const MOST_PART_CHARACTERS = 250_000;

/** Of one row. A quote that is never closed makes a row of the rest of the file. */
const MOST_RECORD_CHARACTERS = 100_000;

/** Checked before the line is parsed: 200 columns with the longest names that a mapping can have. */
const MOST_HEADER_CHARACTERS = 50_000;

/** Of the headers in the results, which repeat them for each rejected row. A file of 4 MiB with 200 columns has less. */
const MOST_REPEATED_CHARACTERS = 100_000_000;

/** PostgreSQL stores neither. */
const NOT_STORED = /[\0\p{Surrogate}]/u;

/** Programs replace bytes that are not UTF-8 by it: the names of clients would lose their accents. */
const UNDECODED = '\ufffd';

const BYTE_ORDER_MARK = '\ufeff';

/** The rows of a new import, split into parts, and how they are read. */
export interface ImportContent {
  readonly reading: ImportReading;
  readonly parts: readonly NewImportPart[];
  readonly total: number;
}

/** @throws Problem 422 invalid_body for unknown members, unreadable headers, no rows, or too many */
export function importContent(body: CreateImport): ImportContent {
  const content = withLineFeeds(body.content.startsWith(BYTE_ORDER_MARK) ? body.content.slice(1) : body.content);
  if (NOT_STORED.test(content))
    throw invalidBody(
      '/content',
      'invalid_text',
      'must not contain the character U+0000 or half of a surrogate pair: send text as UTF-8',
    );
  const undecoded = content.indexOf(UNDECODED);
  if (undecoded !== -1) throw notUtf8(content.slice(0, undecoded).split('\n').length);
  const delimiter = DELIMITERS[body.delimiter ?? 'comma'];
  const unique = body.unique ?? [];
  const plain = { delimiter, headers: [], fields: [], defaults: {}, unique };
  if (body.format === 'ndjson') {
    const given = (['delimiter', 'columns', 'defaults'] as const).filter((name) => body[name] !== undefined);
    if (given.length > 0) throw new Problem('invalid_body', undefined, { errors: given.map(onlyOfCsv) });
    return { reading: plain, ...split(content, undefined) };
  }
  const [first] = recordRanges(content, delimiter);
  if (!first) throw invalidBody('/content', 'no_rows', 'has no rows');
  const line = content.slice(first.begin, first.end);
  const headers = headersOf(line, delimiter, body.columns !== undefined);
  const fields = fieldsOf(body, headers, line);
  const reading = { ...plain, headers, fields, defaults: { ...body.defaults } };
  const repeated = JSON.stringify(headers).length;
  const parts = split(content.slice(first.end), delimiter, repeated);
  if (parts.total * repeated > MOST_REPEATED_CHARACTERS) throw headersTooLong(parts.total, repeated);
  return { reading, ...parts };
}

/** Excel for old Macs ends lines with a carriage return alone. */
const withLineFeeds = (text: string): string => (text.includes('\n') ? text : text.replaceAll('\r', '\n'));

const notUtf8 = (line: number): Problem =>
  invalidBody(
    '/content',
    'not_utf8',
    `has the character U+FFFD in line ${line}, which replaces a character that was not UTF-8. Convert the file, for example with iconv -f WINDOWS-1252 -t UTF-8`,
  );

const onlyOfCsv = (name: string): FieldError => ({
  pointer: `/${name}`,
  code: 'only_of_csv',
  message: 'is only possible with the format csv',
});

const tooManyRows = (): Problem =>
  invalidBody('/content', 'too_many_rows', `has more than ${MOST_IMPORT_ROWS} rows. Split the file`);

const tooLong = (row: number, length: number): Problem =>
  invalidBody(
    '/content',
    'row_too_long',
    `has ${length} characters in row ${row}; at most ${MOST_RECORD_CHARACTERS} are accepted. Look for a quote that is not closed`,
  );

const headersTooLong = (rows: number, length: number): Problem =>
  invalidBody(
    '/content',
    'headers_too_long',
    `has ${rows} rows and headers of ${length} characters, which each rejected row repeats. Shorten the headers or split the file`,
  );

/** @param repeated characters that the result of each row adds to it */
function split(content: string, delimiter: string | undefined, repeated = 0): Omit<ImportContent, 'reading'> {
  const parts: NewImportPart[] = [];
  let total = 0;
  let part: { begin: number; end: number; rows: number } | undefined;
  const add = () => {
    if (!part) return;
    const { begin, end, rows } = part;
    parts.push({ firstRow: total - rows + 1, rows, content: content.slice(begin, end) });
    part = undefined;
  };
  for (const { begin, end } of recordRanges(content, delimiter)) {
    if (end - begin > MOST_RECORD_CHARACTERS) throw tooLong(total + 1, end - begin);
    const size = part && end - part.begin + (part.rows + 1) * repeated;
    if (part && (part.rows === ROWS_OF_A_PART || (size ?? 0) > MOST_PART_CHARACTERS)) add();
    part = { begin: part?.begin ?? begin, end, rows: (part?.rows ?? 0) + 1 };
    total++;
    if (total > MOST_IMPORT_ROWS) throw tooManyRows();
  }
  add();
  if (total === 0) throw invalidBody('/content', 'no_rows', 'has no rows');
  return { parts, total };
}

function headersOf(line: string, delimiter: string, isMapped: boolean): string[] {
  if (line.length > MOST_HEADER_CHARACTERS) {
    throw invalidBody(
      '/content',
      'header_too_long',
      `has ${line.length} characters in the line of headers; at most ${MOST_HEADER_CHARACTERS} are accepted`,
    );
  }
  let cells: readonly string[] | undefined;
  try {
    [cells] = csvCells(line, delimiter);
  } catch {
    throw invalidBody('/content', 'unreadable', 'has a line of headers with a quote that is not closed');
  }
  const headers = (cells ?? []).map((cell) => cell.trim());
  if (headers.length > MOST_COLUMNS) {
    throw invalidBody(
      '/content',
      'too_many_columns',
      `has ${headers.length} columns; at most ${MOST_COLUMNS} are accepted. Remove the others`,
    );
  }
  const known = new Set<string>();
  for (const header of headers) {
    if (header !== '' && known.has(header))
      throw invalidBody('/content', 'repeated_header', `has the header "${shortened(header, 80)}" twice`);
    known.add(header);
  }
  // Results show a column without a header under a name.
  return headers.map((header, n) => {
    if (header !== '') return header;
    if (!isMapped) {
      const message = `has no header in column ${n + 1}. Remove the column, or name the members of the others in columns`;
      throw invalidBody('/content', 'no_header', message);
    }
    let name = columnName(n);
    while (known.has(name)) name = `(${name})`;
    return name;
  });
}

/** The delimiter that was probably meant: another one by which the line of headers has at least two that are known. */
function otherDelimiter(line: string, isKnown: (header: string) => boolean): DelimiterName | undefined {
  const others = Object.entries(DELIMITERS) as [DelimiterName, string][];
  return others.find(([, delimiter]) => {
    const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    return cells.length <= MOST_COLUMNS && cells.filter(isKnown).length > 1;
  })?.[0];
}

/** The member of each column. @param line of the headers, as it was sent */
function fieldsOf(
  { resource, columns, defaults = {} }: CreateImport,
  headers: readonly string[],
  line: string,
): (string | null)[] {
  const suggestions = new Suggestions();
  const known = [...IMPORT_FIELDS[resource].keys()];
  const unknown = (place: string, field: string): FieldError[] =>
    isImportField(resource, field)
      ? []
      : [{ pointer: place, code: 'unknown_member', message: suggestions.unknownName(field, known) }];
  const errors: FieldError[] = Object.keys(defaults).flatMap((field) => unknown(pointer(['defaults', field]), field));
  if (columns) {
    const used = new Set<string>();
    const missing = Object.keys(columns).filter((header) => !headers.includes(header));
    const meant = missing.length > 0 ? otherDelimiter(line, (header) => missing.includes(header)) : undefined;
    const noHeader = `is no header of the file${meant ? `; did you mean delimiter: ${meant}?` : ''}`;
    for (const [header, field] of Object.entries(columns)) {
      const place = pointer(['columns', header]);
      if (!headers.includes(header)) errors.push({ pointer: place, code: 'unknown_column', message: noHeader });
      errors.push(...unknown(place, field));
      if (used.has(field))
        errors.push({ pointer: place, code: 'repeated_member', message: 'is the member of another column as well' });
      used.add(field);
    }
  } else {
    const isKnown = (header: string) => isImportField(resource, header);
    const meant = headers.every(isKnown) ? undefined : otherDelimiter(line, isKnown);
    const hint = meant && `is unknown; did you mean delimiter: ${meant}?`;
    for (const header of headers) {
      const [error] = unknown('/content', header);
      const shown = shortened(header, 80);
      if (error) errors.push({ ...error, message: `has the header "${shown}", which ${hint ?? error.message}` });
    }
  }
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors: errors.slice(0, MOST_ERRORS) });
  const own = new Map(Object.entries(columns ?? {}));
  return headers.map((header) => (columns ? (own.get(header) ?? null) : header));
}
