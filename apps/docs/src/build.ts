import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRenderer } from './content/markdown.js';
import { archivesIn, writeArchives } from './downloads/archives.js';
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

/** Packs the clients and the nodes for n8n. @returns the folder of the archives */
async function packArchives(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'billhook-archives-'));
  for (const lib of ['sdk', 'sdk-python', 'n8n-nodes-billhook']) {
    const packer = new URL(`../../libs/${lib}/pack.mjs`, root);
    const { pack } = (await import(packer.href)) as { pack: (folder: string) => unknown };
    await pack(folder);
  }
  return folder;
}

const started = performance.now();
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { version: string };
const packed = await packArchives();
const archives = await archivesIn(packed, version);
const files = await renderSite(new URL('guides/', root), await createRenderer(), archives);
await rm(target, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
await Promise.all([
  ...[...files].map(([path, text]) => write(path, text)),
  copyAll(fileURLToPath(new URL('static/', root)), /\.(css|js|svg)$/),
  copyAll(fileURLToPath(new URL('guides/images/', root)), /\.png$/, join(target, 'images')),
  copyAll(fileURLToPath(new URL('browser/', import.meta.url)), /\.js$/),
  copyAll(swaggerUi, /^(swagger-ui(\.css|-bundle\.js|-bundle\.js\.LICENSE\.txt)|oauth2-redirect\.(html|js))$/),
]);

await writeArchives(packed, target, archives);
await rm(packed, { recursive: true });
await copyAll(search, /^search-(index|synonyms)\.js$/);
await copyFile(miniSearch, join(assets, 'minisearch.js'));

process.stdout.write(`docs: ${files.size} files in ${Math.round(performance.now() - started)} ms\n`);
