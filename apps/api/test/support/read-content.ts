import { extname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readPdf, uncompressed } from '../../../../libs/pdf/test/read-pdf.js';
import { openArchive } from './archive.js';

type Reader = (bytes: Buffer) => string | Promise<string>;

const asText: Reader = (bytes) => bytes.toString();

/** How what is in a response or in a file becomes text. A new type of export needs a row here, or the specs that read it fail. */
const READERS: Readonly<Record<string, Reader>> = {
  'application/json': asText,
  'application/problem+json': asText,
  'application/x-ndjson': asText,
  'text/csv': asText,
  'text/html': asText,
  'text/plain': asText,
  'application/gzip': (bytes) => gunzipSync(bytes).toString(),
  // The pages, and the streams with the metadata and the attached e-invoice.
  'application/pdf': async (bytes) => `${(await readPdf(bytes)).text}\n${uncompressed(bytes)}`,
  'application/zip': async (bytes) => {
    const files = [...(await readArchive(bytes))].map(([path, text]) => `${path}\n${text}`);
    return files.join('\n');
  },
  'image/png': () => '',
};

const TYPES: Readonly<Record<string, keyof typeof READERS>> = {
  ...{ '.json': 'application/json', '.jsonl': 'application/x-ndjson', '.csv': 'text/csv', '.txt': 'text/plain' },
  ...{ '.pdf': 'application/pdf', '.png': 'image/png' },
};

const typeOf = (contentType: string | null): string => contentType?.split(';')[0]?.trim() ?? 'no type';

/** Whether a response is text as it is sent. */
export const isText = (contentType: string | null): boolean => READERS[typeOf(contentType)] === asText;

/** The text in a response. @throws an Error for a type that has no reader */
export async function readContent(contentType: string | null, bytes: Buffer): Promise<string> {
  const read = READERS[typeOf(contentType)];
  if (!read) throw new Error(`${typeOf(contentType)}: add to READERS how its text is read`);
  return read(bytes);
}

/** The text of each file of a ZIP archive by path. @throws an Error for a kind of file that has no reader */
export async function readArchive(bytes: Buffer): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [path, content] of await openArchive(bytes)) {
    const type = TYPES[extname(path)];
    if (!type) throw new Error(`${path}: add to TYPES what it contains`);
    texts.set(path, await readContent(type, content));
  }
  return texts;
}
