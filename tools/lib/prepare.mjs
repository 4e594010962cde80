import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { Fault, step } from './say.mjs';

/* The steps before our own code can run. Each writes a stamp of its inputs, with which the next start skips it and needs no network. */

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Nx must neither leave a daemon running nor use its cloud. */
export const nxEnv = { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' };

/** Rejects a Node version that is too old, and names the required one. */
export function checkNode() {
  const [, wantedMajor, wantedMinor] = /(\d+)\.(\d+)/.exec(manifest.engines.node).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Fault(
    `Billhook needs Node ${manifest.engines.node}, but this is ${process.versions.node}. See https://nodejs.org.`,
  );
}

/**
 * The arguments of npx for a command of pnpm: a new machine has only npm. The lock file is committed and reviewed, so pnpm skips the slow
 * registry check of each entry's age (--trust-lockfile).
 */
export function pnpm(command) {
  const flags = command === 'install' ? ['--frozen-lockfile', '--trust-lockfile'] : [];
  return ['--yes', `pnpm@${manifest.config.pnpm}`, command, ...flags];
}

/** Installs the packages of the lock file. */
export async function ensureInstalled() {
  const stampFile = join(root, 'node_modules/.billhook-installed');
  const stamp = hash(readFileSync(join(root, 'pnpm-lock.yaml')), process.platform, process.arch);
  if (isStamped(stampFile, stamp)) return;
  await step('Installing packages (about 30 seconds the first time)', 'Packages are installed', async () => {
    await runQuietly('Installing packages', 'npx', pnpm('install'));
    writeFileSync(stampFile, stamp);
  });
}

/** Builds every project whose sources changed. */
export async function ensureBuilt() {
  const stampFile = join(root, 'apps/api/dist/.billhook-built');
  const stamp = stampOfSources();
  if (isStamped(stampFile, stamp) && built(stampFile)) return;
  await step('Building', 'Everything is built', async () => {
    await runQuietly('The build', ...node('node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build'), nxEnv);
    const outputs = projects().map((project) => join(project, 'dist'));
    writeFileSync(stampFile, [stamp, ...outputs.filter((output) => existsSync(output))].join('\n'));
  });
}

/** Whether all outputs of the last build still exist. */
function built(stampFile) {
  const [, ...outputs] = readFileSync(stampFile, 'utf8').split('\n');
  return outputs.every((output) => existsSync(output));
}

/** The folders of all built apps and libs. */
function projects() {
  return ['apps', 'libs']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((project) => existsSync(join(project, 'package.json')));
}

/** What nx.json names as inputs of builds outside the projects. */
const SHARED_SOURCES = [
  ...['pnpm-lock.yaml', 'tsconfig.base.json', 'nx.json'],
  ...['tools/page-config.ts', 'tools/precompress.mjs', 'tools/bundle.mjs', 'tools/lib/bundled-program.mjs'],
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

function isStamped(file, stamp) {
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[0] === stamp;
}

function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\n');
  return sum.digest('hex');
}
