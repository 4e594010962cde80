import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './root.mjs';
import { swcOptions } from './swc-options.mjs';

/*
 * Lets Node import the TypeScript sources, for tools and specs that must not wait for a build. Node itself removes types, but does not
 * transform decorators. The output is cached, because transforming all sources takes 2 s per process.
 */

const cache = join(root, 'node_modules/.cache/billhook-sources');
const require = createRequire(import.meta.url);
const recipe = JSON.stringify([require('@swc/core/package.json').version, swcOptions]);
mkdirSync(cache, { recursive: true });

/** From now on, this thread imports sources. @param replaced URLs of modules to load instead of others, by specifier */
export function registerSources(replaced = {}) {
  registerHooks({
    /** Resolves `x.js` to the source `x.ts`, and workspace packages to their sources instead of their builds. */
    resolve(specifier, context, next) {
      const url = replaced[specifier];
      if (url) return { url, shortCircuit: true };
      if (specifier.startsWith('.') && specifier.endsWith('.js') && isSource(context.parentURL)) {
        const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
        if (existsSync(source)) return { url: source.href, shortCircuit: true };
      }
      return next(specifier, { ...context, conditions: ['@billhook/source', ...context.conditions] });
    },

    /** Turns a source into JavaScript. */
    load(url, context, next) {
      if (!isSource(url)) return next(url, context);
      const filename = fileURLToPath(url);
      return { format: 'module', source: transformed(filename, readFileSync(filename, 'utf8')), shortCircuit: true };
    },
  });
}

function transformed(filename, source) {
  const key = createHash('sha256').update([recipe, filename, source].join('\0')).digest('hex');
  const file = join(cache, `${key}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { code } = require('@swc/core').transformSync(source, { ...swcOptions, filename });
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
