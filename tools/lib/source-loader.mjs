import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './root.mjs';
import { swcOptions } from './swc-options.mjs';

/*
 * Lets Node import the TypeScript sources: `register('./lib/source-loader.mjs', import.meta.url)`. For tools and specs that must not wait
 * for a build. The output is cached, because transforming all sources takes 2 s per process.
 */

const cache = join(root, 'node_modules/.cache/billhook-sources');
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@swc/core/package.json'), 'utf8'));
const recipe = JSON.stringify([version, swcOptions]);
mkdirSync(cache, { recursive: true });

let replaced = {};

/** @param data URLs of modules to load instead of others, by specifier */
export function initialize(data) {
  replaced = data ?? {};
}

/** Resolves `x.js` to the source `x.ts`, and workspace packages to their sources instead of their builds. */
export function resolve(specifier, context, next) {
  const url = replaced[specifier];
  if (url) return { url, shortCircuit: true };
  if (specifier.startsWith('.') && specifier.endsWith('.js') && isSource(context.parentURL)) {
    const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, shortCircuit: true };
  }
  return next(specifier, { ...context, conditions: ['@billhook/source', ...context.conditions] });
}

/** Turns a source into JavaScript. */
export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const filename = fileURLToPath(url);
  return { format: 'module', source: await transformed(filename, readFileSync(filename, 'utf8')), shortCircuit: true };
}

async function transformed(filename, source) {
  const key = createHash('sha256').update([recipe, filename, source].join('\0')).digest('hex');
  const file = join(cache, `${key}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { transformSync } = await import('@swc/core');
  const { code } = transformSync(source, { ...swcOptions, filename });
  // Written to a temporary file first, because another process may be reading.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, file);
  return code;
}

/** A spec file has a query, which makes it a new module in each run. */
function isSource(url) {
  return url?.split('?', 1)[0].endsWith('.ts') === true;
}
