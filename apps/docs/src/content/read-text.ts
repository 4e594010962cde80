import { readFileSync } from 'node:fs';

/** A text of the repository. Its lines end with LF here, even in a checkout with CRLF: headings and blocks are found by lines. */
export function readText(file: string | URL): string {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}
