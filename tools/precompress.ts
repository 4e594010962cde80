import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/*
 * Writes `<file>.br` and `<file>.gz` beside every text file of a built site: `node tools/precompress.ts <folder>`.
 * The API serves them by Accept-Encoding, which avoids compressing per request.
 */

const TEXT = /\.(html|js|css|json|svg|md|txt|xml|ya?ml)$/;

/** A smaller file fits into one packet without compression. */
const SMALLEST_BYTES = 1_024;

/** The best level takes two to three times as long for 2 % less: it is for the files of a first load, which `index.html` names. */
const BROTLI_QUALITY = { first: 11, other: 10 };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const folder = process.argv[2];
if (!folder) throw new Error('Give the folder to compress: node tools/precompress.ts dist');
const index = join(folder, 'index.html');
const firstPage = existsSync(index) ? readFileSync(index, 'utf8') : '';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
await Promise.all(files.map((name) => compress(join(folder, name))));

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[firstPage.includes(basename(file)) ? 'first' : 'other'],
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${file}.br`, await toBrotli(bytes, { params }));
  writeFileSync(`${file}.gz`, await toGzip(bytes, { level: 9 }));
}
