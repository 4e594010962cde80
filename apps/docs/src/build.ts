import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRenderer } from './content/markdown.js';
import { renderSite } from './site.js';

/** Writes the whole site into `dist`. Run by the `build` target after the compiler. */

const root = new URL('../../', import.meta.url);
const target = fileURLToPath(new URL('dist/', root));
const assets = join(target, 'assets');
const { resolve } = createRequire(import.meta.url);
const swaggerUi = dirname(resolve('swagger-ui-dist/package.json'));
/** The files of the search in browsers: with the library beside them, whose name browsers cannot resolve. */
const search = dirname(resolve('@billhook/docs-search/search-index'));
const miniSearch = join(dirname(resolve('minisearch')), '../es/index.js');

async function copyAll(from: string, pattern: RegExp, to = assets): Promise<void> {
  const names = await readdir(from);
  await mkdir(to, { recursive: true });
  await Promise.all(
    names.filter((name) => pattern.test(name)).map((name) => copyFile(join(from, name), join(to, name))),
  );
}

async function write(path: string, text: string): Promise<void> {
  const file = join(target, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const started = performance.now();
const files = await renderSite(new URL('guides/', root), await createRenderer());
await rm(target, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
await Promise.all([
  ...[...files].map(([path, text]) => write(path, text)),
  copyAll(fileURLToPath(new URL('static/', root)), /\.(css|js|svg)$/),
  copyAll(fileURLToPath(new URL('guides/images/', root)), /\.png$/, join(target, 'images')),
  copyAll(fileURLToPath(new URL('browser/', import.meta.url)), /\.js$/),
  copyAll(swaggerUi, /^(swagger-ui(\.css|-bundle\.js|-bundle\.js\.LICENSE\.txt)|oauth2-redirect\.(html|js))$/),
]);

await copyAll(search, /^search-(index|synonyms)\.js$/);
await copyFile(miniSearch, join(assets, 'minisearch.js'));

process.stdout.write(`docs: ${files.size} files in ${Math.round(performance.now() - started)} ms\n`);
