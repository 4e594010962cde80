import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderSite } from './site.js';

/** Writes the whole site into `dist`. Run by the `build` target after the compiler. */

const root = new URL('../../', import.meta.url);
const target = fileURLToPath(new URL('dist/', root));
const assets = join(target, 'assets');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

async function copyAll(from: string, pattern: RegExp): Promise<void> {
  const names = await readdir(from);
  await Promise.all(
    names.filter((name) => pattern.test(name)).map((name) => copyFile(join(from, name), join(assets, name))),
  );
}

async function write(path: string, text: string): Promise<void> {
  const file = join(target, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const started = performance.now();
const files = await renderSite(new URL('guides/', root));
await rm(target, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
await Promise.all([
  ...[...files].map(([path, text]) => write(path, text)),
  copyAll(fileURLToPath(new URL('static/', root)), /\.(css|js|svg)$/),
  copyAll(fileURLToPath(new URL('browser/', import.meta.url)), /\.js$/),
  copyAll(swaggerUi, /^(swagger-ui(\.css|-bundle\.js|-bundle\.js\.LICENSE\.txt)|oauth2-redirect\.(html|js))$/),
]);

// The committed OpenAPI document serves the reference where no API answers, on a static host.
const openapi = fileURLToPath(new URL('openapi.json', root));
if (await stat(openapi).catch(() => undefined)) await copyFile(openapi, join(target, 'openapi.json'));

process.stdout.write(`docs: ${files.size} files in ${Math.round(performance.now() - started)} ms\n`);
