import { createHash } from 'node:crypto';
import type { TestApi } from './api.js';
import type { KeyCaller } from './world.js';

export interface PdfFile {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** From the metadata of PDF/A, which are plain XML. */
  readonly title: string | undefined;
  readonly language: string | undefined;
  /** The code of the problem, if it was rejected. */
  readonly code: string | undefined;
}

/** The caller and the path. */
export interface Asking {
  readonly of: TestApi;
  readonly by: KeyCaller;
  readonly headers?: object;
}

/** Gets the PDF of a document. @param path of the document */
export async function pdfFile(path: string, { of, by, headers = {} }: Asking): Promise<PdfFile> {
  const answer = await fetch(`${of.url}${path}/pdf`, {
    headers: { authorization: `Bearer ${by.secret}`, ...headers },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString('utf8');
  const title = /<dc:title>.*?<rdf:li [^>]*>([^<]*)</s.exec(text)?.[1];
  const language = /<dc:language>.*?<rdf:li>([^<]*)</s.exec(text)?.[1];
  const { code } = answer.status >= 400 ? (JSON.parse(text) as { code: string }) : { code: undefined };
  return { status: answer.status, headers: answer.headers, bytes, title, language, code };
}

export const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The stored file of a document. */
export async function keptFile(api: TestApi, resource: string, id: number): Promise<{ drawn: boolean } | undefined> {
  const [row] = await api.database.query<{ drawn: boolean }>({
    name: 'test_document_file',
    text: `SELECT bytes IS NOT NULL AS drawn FROM document_files WHERE resource = $1 AND record_id = $2`,
    values: [resource, id],
  });
  return row;
}
