import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { endWithParent } from './lib/end-with-parent.mjs';

/*
 * Writes `<file>.br` and `<file>.gz` beside every text file of built sites: `node tools/precompress.ts <folder> …`.
 * The API serves them by Accept-Encoding, which avoids compressing per request. It may be serving already: a copy appears complete.
 */

const TEXT = /\.(html|js|css|json|svg|md|txt|xml|ya?ml)$/;

/** Below it, compression saves about as little as the header takes that announces it. */
const SMALLEST_BYTES = 512;

/** The best level takes two to three times as long for 2 % less: it is for the files of a first load, which `index.html` names. */
const BROTLI_QUALITY = { first: 11, other: 10 };

/** A text file of a site. */
interface TextFile {
  readonly path: string;
  /** Whether `index.html` names it, or it is that page. */
  readonly isFirst: boolean;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('Give the folders to compress: node tools/precompress.ts dist');
endWithParent();
// Those of the first loads first, for pages that are served in the meantime.
const files = folders.flatMap(textFiles).toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst));
const remaining = files.values();
await Promise.all(Array.from({ length: availableParallelism() }, compressRemaining));

function textFiles(folder: string): TextFile[] {
  const index = join(folder, 'index.html');
  const firstPage = existsSync(index) ? readFileSync(index, 'utf8') : '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => TEXT.test(name))
    .map((name) => ({
      path: join(folder, name),
      isFirst: name === 'index.html' || firstPage.includes(basename(name)),
    }));
}

async function compressRemaining(): Promise<void> {
  for (const file of remaining) await compress(file);
}

async function compress({ path, isFirst }: TextFile): Promise<void> {
  const { size, mtimeMs } = statSync(path);
  if (size < SMALLEST_BYTES || isCurrent(`${path}.gz`, mtimeMs)) return;
  const bytes = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[isFirst ? 'first' : 'other'],
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeWhole(`${path}.br`, await toBrotli(bytes, { params }));
  writeWhole(`${path}.gz`, await toGzip(bytes, { level: 9 }));
}

/** Whether a copy, of which the gzip file is written last, was made from the present file. */
function isCurrent(copy: string, changedMs: number): boolean {
  return (statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= changedMs;
}

/** Under its name, a reader finds all of it or nothing. */
function writeWhole(path: string, bytes: Buffer): void {
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, bytes);
  renameSync(part, path);
}
