import papaparse from 'papaparse';

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type FileEncoding = (typeof ENCODINGS)[number];

// As in the domain, in the order in which they are listed.
const CHARACTERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type FileDelimiter = keyof typeof CHARACTERS;
export const FILE_DELIMITERS = Object.keys(CHARACTERS) as readonly FileDelimiter[];

/** The limit of the API is 4 MiB for the request. The rest is for the columns and the defaults. */
export const MOST_FILE_BYTES = 4_000_000;

/** The size of a text as it is sent: line breaks and quotes have two bytes in JSON. */
export const sentBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

const PREVIEWED_ROWS = 5;
const PREVIEWED_CHARACTERS = 100_000;

/** The encoding of a file: its byte order mark, else UTF-8 if it is valid, else the one of older Windows programs. */
export function encodingOf(bytes: Uint8Array): FileEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text of a file, without a byte order mark. */
export const decodeFile = (bytes: Uint8Array, encoding: FileEncoding): string =>
  new TextDecoder(encoding).decode(bytes);

/** The delimiter that the first line has most of. */
export function delimiterOf(text: string): FileDelimiter {
  const [line = ''] = text.split('\n', 1);
  const count = (delimiter: FileDelimiter) => line.split(CHARACTERS[delimiter]).length;
  return [...FILE_DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? 'comma';
}

export interface FilePreview {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The headers and the first rows. A column without a header has the name that the API gives it. */
export function previewOf(text: string, delimiter: FileDelimiter): FilePreview {
  // The library takes the first kind of line break for that of the whole file.
  const begin = text.slice(0, PREVIEWED_CHARACTERS).replaceAll('\r\n', '\n');
  const { data } = papaparse.parse<string[]>(begin, {
    delimiter: CHARACTERS[delimiter],
    preview: 10 * PREVIEWED_ROWS,
    skipEmptyLines: 'greedy',
  });
  const [headers = [], ...rows] = data;
  return {
    headers: headers.map((header, n) => header.trim() || `column ${n + 1}`),
    rows: rows.slice(0, PREVIEWED_ROWS),
  };
}

export interface RowError {
  readonly column?: string;
  readonly pointer?: string;
  readonly code: string;
  readonly message: string;
}

/** A line of the results of an import. */
export interface ImportResultLine {
  readonly row: number;
  readonly result: 'Created' | 'Existing' | 'Valid' | 'Rejected';
  readonly problem?: {
    readonly code: string;
    readonly detail: string;
    readonly errors?: readonly RowError[];
  };
  readonly values?: Readonly<Record<string, string>> | string;
}

/** The rejected rows of a file of results. */
export const rejectedLines = (results: string): ImportResultLine[] =>
  results
    .split('\n')
    .filter((line) => line.includes('"Rejected"'))
    .map((line) => JSON.parse(line) as ImportResultLine)
    .filter(({ result }) => result === 'Rejected');

/** Why a row was rejected, in one sentence per column. @param words returns the text of an error */
export function reasonOf({ problem }: ImportResultLine, words: (error: RowError) => string): string {
  const { code = '', detail = '', errors = [] } = problem ?? {};
  if (errors.length === 0) return words({ code, message: detail });
  return errors
    .map((error) => `${error.column ?? error.pointer?.slice(1) ?? ''}: ${words(error)}`.replace(/^: /, ''))
    .join('. ');
}

/** A file with the rejected rows as they were, and the reason of each, for spreadsheets and for another import. */
export function rejectedFile(
  lines: readonly ImportResultLine[],
  headers: readonly string[],
  delimiter: FileDelimiter,
  { reason, words }: { readonly reason: string; readonly words: (error: RowError) => string },
): string {
  const rows = lines.map((line) => {
    const { values } = line;
    const cells = typeof values === 'object' ? headers.map((header) => values[header] ?? '') : [values ?? ''];
    return [...cells, ...Array<string>(Math.max(0, headers.length - cells.length)).fill(''), reasonOf(line, words)];
  });
  return `\ufeff${papaparse.unparse([[...headers, reason], ...rows], { delimiter: CHARACTERS[delimiter], newline: '\r\n' })}\r\n`;
}
