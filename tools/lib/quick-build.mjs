import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent } from './end-with-parent.mjs';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { swcOptions } from './swc-options.mjs';

/*
 * Builds what `npm start` serves without checking types: SWC compiles each file separately. It writes the same programs to the same places
 * as `tsc -b`, and removes the records of that compiler, so a whole build afterwards writes every file again.
 */

const compiled = { ...swcOptions, sourceMaps: true, inlineSourcesContent: false };
const withoutDecorators = {
  ...swcOptions.jsc,
  parser: { syntax: 'typescript' },
  transform: { verbatimModuleSyntax: true },
};

/** Projects whose `src` is compiled, with what their tsconfig.json changes. `libs/testing` is for specs only. */
const PROJECTS = [
  ...[
    'contract',
    'db',
    'docs-search',
    'domain',
    'identity',
    'installation',
    'invoicing',
    'mail',
    'pdf',
    'platform',
    'webhooks',
  ].map((lib) => ({
    folder: `libs/${lib}`,
  })),
  ...['api', 'demo', 'worker'].map((app) => ({ folder: `apps/${app}` })),
  { folder: 'apps/docs', out: 'build/dist' },
  { folder: 'libs/sdk', options: { ...compiled, jsc: withoutDecorators }, hasTypes: true },
  {
    ...{ folder: 'libs/n8n-nodes-billhook', sources: ['credentials', 'nodes'] },
    options: { ...swcOptions, sourceMaps: false, jsc: withoutDecorators, module: { type: 'commonjs' } },
  },
];

/** Compiles the programs. Afterwards they run from their files, and the bundles and the documentation can be written. */
export async function compilePrograms() {
  for (const { folder, out = 'dist' } of PROJECTS) rmSync(join(root, folder, out), { recursive: true, force: true });
  await Promise.all(PROJECTS.flatMap(filesOf).map(compile));
  const nodes = join(root, 'libs/n8n-nodes-billhook');
  cpSync(join(nodes, 'icons'), join(nodes, 'dist/icons'), { recursive: true });
}

function filesOf({ folder, sources = ['src'], out = 'dist', options = compiled, hasTypes = false }) {
  return sources.flatMap((each) => {
    const from = join(root, folder, each);
    const to = join(root, folder, out, each === 'src' ? '' : each);
    return readdirSync(from, { recursive: true })
      .filter((file) => /(?<!\.spec|\.d)\.ts$/.test(file))
      .map((file) => ({ source: join(from, file), target: join(to, file.replace(/ts$/, 'js')), options, hasTypes }));
  });
}

async function compile({ source, target, options, hasTypes }) {
  const { transform } = await import('@swc/core');
  const text = readFileSync(source, 'utf8');
  const place = { filename: source, sourceFileName: relative(dirname(target), source) };
  const { code, map } = await transform(text, { ...options, ...place });
  mkdirSync(dirname(target), { recursive: true });
  if (map) writeFileSync(`${target}.map`, map);
  writeFileSync(target, map ? `${code}//# sourceMappingURL=${basename(target)}.map\n` : code);
  if (hasTypes) writeFileSync(target.replace(/js$/, 'd.ts'), await declarationOf(source, text));
}

/** The files of the client that an editor reads. Its sources name the types of their exports (`isolatedDeclarations`). */
async function declarationOf(source, text) {
  const { isolatedDeclaration } = await import('rolldown/experimental');
  const { code, errors } = await isolatedDeclaration(source, text, { sourcemap: false });
  if (errors.length > 0) throw new Error(`${source}: ${errors[0].message}`);
  // The compiler omits this word too: a declaration may not have it.
  return code.replaceAll(/^(\s*)override /gm, '$1');
}

/** Writes the bundles, the pages and the documentation from the compiled programs. @param compressed also writes compressed copies */
export async function buildServed({ compressed = false } = {}) {
  await Promise.all([
    runQuietly('The documentation', ...node(FILE, 'documentation')),
    runQuietly('The bundle of the API', ...node('tools/bundle.mjs', 'apps/api')),
    runQuietly('The bundle of the worker', ...node('tools/bundle.mjs', 'apps/worker')),
    runQuietly('The pages', ...node(FILE, 'pages')),
  ]);
  if (compressed) await compressServed();
}

/**
 * Writes compressed copies of the pages and the documentation where they are missing or old.
 * @param priority one of `os.constants.priority`
 */
export async function compressServed(priority = 0) {
  const folders = ['docs', ...PAGES].map((app) => `apps/${app}/dist`);
  // zlib compresses on these threads, of which Node has 4.
  const threads = { UV_THREADPOOL_SIZE: String(availableParallelism()) };
  await runQuietly('The compression', ...node('tools/precompress.ts', ...folders), threads, priority);
}

const FILE = 'tools/lib/quick-build.mjs';

const PAGES = ['settings', 'portal', 'public'];

/** Each runs in a separate process, so that all cores are used. */
const WORKS = {
  async pages() {
    const { build } = await import('vite');
    // In turn, and in one process: they share most of their packages.
    for (const app of PAGES)
      await build({ root: join(root, 'apps', app), logLevel: 'warn', build: { reportCompressedSize: false } });
  },

  async documentation() {
    await import(pathToFileURL(join(root, 'apps/docs/build/dist/build.js')).href);
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  endWithParent();
  await WORKS[process.argv[2]]();
}
