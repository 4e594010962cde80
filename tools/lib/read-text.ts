import { readFileSync } from 'node:fs';

/** A text of the repository. Its lines end with LF here, even in a checkout with CRLF: generated files are compared with it. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}
