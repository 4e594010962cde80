import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { checkMachine } from './machine.mjs';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { pinnedVersion } from './runtime.cjs';
import { Fault, step } from './say.mjs';

/* The steps before our own code can run. Each writes a stamp of its inputs, with which the next start skips it and needs no network. */

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Nx must neither leave a daemon running nor use its cloud, and `node` in its commands is the Node of this process. */
export const nxEnv = {
  ...{ NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' },
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};

/** Rejects a Node version other than the catalog's: `npm run` starts the right one (tools/node.cjs). */
export function checkNode() {
  const pinned = pinnedVersion();
  if (process.versions.node === pinned) return;
  throw new Fault(
    `This is Node ${process.versions.node}, and the tools run on ${pinned}. Start them with npm, such as npm start, or with node tools/node.cjs.`,
  );
}

/**
 * The npx arguments for a pnpm command: a new machine has only npm, and Corepack is not part of newer versions of Node.
 * The lock file is committed and reviewed, so pnpm skips the slow check of each entry's age (--trust-lockfile).
 * @param {string} command
 * @returns {string[]}
 */
export function pnpm(command) {
  const flags = command === 'install' ? ['--frozen-lockfile', '--trust-lockfile'] : [];
  return ['--yes', packageManager(), command, ...flags];
}

/** pnpm in its version, `pnpm@12.21.0`. Corepack adds a digest to the field (`+sha512.…`), which npx does not accept. */
export function packageManager() {
  return manifest.packageManager.split('+')[0];
}

/**
 * What a command needs of packages and build. `programs`: to start Billhook, without the tools of development and without a check of
 * types. `specs`: with compressed copies of the pages. `all`: the rest as well. A machine that has more keeps it current.
 */
export const PARTS = { programs: 'programs', specs: 'specs', all: 'all' };

const INSTALLED = join(root, 'node_modules/.billhook-installed');
const BUILT = join(root, 'apps/api/dist/.billhook-built');

/** Installs the packages of the lock file. @param again even if they are said to be installed, because one does not work */
export async function ensureInstalled(part = PARTS.all, { again = false } = {}) {
  checkMachine();
  const stamp = hash(readFileSync(join(root, 'pnpm-lock.yaml')), process.platform, process.arch);
  const installed = stampIn(INSTALLED);
  if (!again && installed?.stamp === stamp && (installed.part === PARTS.all || part === PARTS.programs)) return;
  // pnpm writes this file at its end. Without our stamp, another program called it, and may have all packages.
  const isInstalled = existsSync(join(root, 'node_modules/.modules.yaml'));
  const wanted = installed?.part ?? (isInstalled ? PARTS.all : part);
  const next = part === PARTS.all ? part : wanted;
  await step('Installing packages (about 15 seconds the first time)', 'Packages are installed', async () => {
    // `lab/` installs its packages when it runs. Only specs import `libs/testing`, with which a browser would be installed.
    const flags = ['--filter', '!@billhook/lab'];
    if (next === PARTS.programs) flags.push('--prod', '--filter', '!@billhook/testing');
    // With CI, pnpm asks nothing when it adds the rest to an installation.
    await runQuietly('Installing packages', 'npx', [...pnpm('install'), ...flags], { CI: 'true' });
    writeStamp(INSTALLED, stamp, next);
  });
}

/** Builds all that changed, with a check of types. */
export async function ensureBuilt() {
  const stamp = stampOfSources();
  if (isBuilt(PARTS.all, stamp)) return;
  // If it is killed, it must not leave a stamp: it replaces the files of an earlier build one by one.
  rmSync(BUILT, { force: true });
  await step('Building', 'Everything is built', async () => {
    await runQuietly('The build', ...node('node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build'), nxEnv);
    writeStamp(BUILT, stamp, PARTS.all, outputs());
  });
}

/** Builds what the specs run. `npm test` checks the types of all sources separately. */
export async function ensureBuiltForSpecs() {
  await (
    await beginBuild(PARTS.specs)
  ).served;
}

/**
 * Builds what starting needs.
 * @param part `programs` or `specs`
 * @returns once the programs run from their files; `served` settles once their bundles, the pages and the documentation are built as well
 */
export async function beginBuild(part = PARTS.programs) {
  const stamp = stampOfSources();
  if (isBuilt(part, stamp)) return { served: Promise.resolve() };
  // A whole build is kept whole: the records of its compiler would not describe the files of a quick one.
  if (existsSync(COMPILER_RECORD)) {
    await ensureInstalled();
    await ensureBuilt();
    return { served: Promise.resolve() };
  }
  const { buildServed, compilePrograms } = await import('./quick-build.mjs');
  await step('Compiling the programs', 'The programs are compiled', compilePrograms);
  const served = step('', 'Pages, documentation and programs are built', async () => {
    await buildServed({ compressed: part === PARTS.specs });
    writeStamp(BUILT, stamp, part, outputs());
  });
  // The caller waits for it later, and until then a failure must not end the process.
  served.catch(() => undefined);
  return { served };
}

/** Compiles the API for a command that runs beside it. */
export async function ensureCompiled() {
  if (stampIn(INSTALLED)?.part === PARTS.programs) await (await beginBuild()).served;
  else await runQuietly('The build of the API', ...node('node_modules/typescript7/bin/tsc', '-b', 'apps/api'));
}

/** Whether the last build has this part, of the present sources, and its outputs still exist. */
export function isBuilt(part, stamp = stampOfSources()) {
  const last = stampIn(BUILT);
  const parts = Object.values(PARTS);
  const hasPart = last !== undefined && parts.indexOf(last.part) >= parts.indexOf(part);
  return hasPart && last.stamp === stamp && last.outputs.every((output) => existsSync(output));
}

const outputs = () =>
  projects()
    .map((project) => join(project, 'dist'))
    .filter((output) => existsSync(output));

/** Written by `tsc -b`. */
const COMPILER_RECORD = join(root, 'apps/api/dist/tsconfig.tsbuildinfo');

/** A stamp: a hash of the inputs, the part, and the outputs, a line each. */
function writeStamp(file, stamp, part, outputs = []) {
  writeFileSync(file, [stamp, part, ...outputs].join('\n'));
}

function stampIn(file) {
  if (!existsSync(file)) return undefined;
  const [stamp, part, ...outputs] = readFileSync(file, 'utf8').split('\n');
  return { stamp, part, outputs };
}

/** The folders of all built apps and libs. */
function projects() {
  return ['apps', 'libs']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((project) => existsSync(join(project, 'package.json')));
}

/** The inputs of builds that are outside the projects, as in nx.json, and the quick build. */
const SHARED_SOURCES = [
  ...['pnpm-lock.yaml', 'tsconfig.base.json', 'nx.json'],
  ...['tools/page-config.ts', 'tools/precompress.ts', 'tools/bundle.mjs'],
  ...['tools/lib/quick-build.mjs', 'tools/lib/swc-options.mjs'],
];

/** Names, sizes and times, not contents: reading all files would take longer than the rest of a warm start. */
function stampOfSources() {
  const skipped = /(^|[\\/])(node_modules|dist|test)([\\/]|$)|\.spec\.ts$|\.tsbuildinfo$/;
  const marks = SHARED_SOURCES.map((file) => markOf(join(root, file)));
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (skipped.test(path.slice(root.length))) continue;
      if (entry.isDirectory()) visit(path);
      else marks.push(markOf(path));
    }
  };
  projects().forEach(visit);
  return hash(...marks.sort(), process.versions.node);
}

function markOf(path) {
  const { size, mtimeMs } = statSync(path);
  return `${path.slice(root.length)} ${size} ${mtimeMs}`;
}

function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\n');
  return sum.digest('hex');
}
