import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { Fault, step } from './say.mjs';

/*
 * What has to be there before anything of ours can run. Each step leaves a stamp of what it was made from, so that the next
 * start does nothing and needs no network.
 */

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Nx must neither leave a daemon behind nor ask anyone's cloud. */
export const nxEnv = { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' };

/** Refuses a Node that is too old, with the version to get. */
export function checkNode() {
  const [, wantedMajor, wantedMinor] = /(\d+)\.(\d+)/.exec(manifest.engines.node).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Fault(
    `Billhook needs Node ${manifest.engines.node}, but this is ${process.versions.node}. See https://nodejs.org.`,
  );
}

/** Installs what the lock file names. */
export async function ensureInstalled() {
  const stampFile = join(root, 'node_modules/.billhook-installed');
  const stamp = hash(readFileSync(join(root, 'pnpm-lock.yaml')), process.platform, process.arch);
  if (isStamped(stampFile, stamp)) return;
  await step('Installing packages (about 30 seconds the first time)', 'Packages are installed', async () => {
    // pnpm comes through npx: a bare machine has npm alone. The lock file is committed and reviewed, so pnpm need not ask the
    // registry about the age of each of its entries (--trust-lockfile), which takes longer than the rest.
    const pnpm = ['--yes', `pnpm@${manifest.config.pnpm}`, 'install', '--frozen-lockfile', '--trust-lockfile'];
    await runQuietly('Installing packages', 'npx', pnpm);
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

/** Whether everything that the last build made is still there. */
function built(stampFile) {
  const [, ...outputs] = readFileSync(stampFile, 'utf8').split('\n');
  return outputs.every((output) => existsSync(output));
}

/** The folders of all apps and libs that are built. */
function projects() {
  return ['apps', 'libs']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((project) => existsSync(join(project, 'package.json')));
}

/** Names, sizes and times, not contents: reading them all would take longer than all else a warm start does. */
function stampOfSources() {
  const skipped = /(^|[\\/])(node_modules|dist|test)([\\/]|$)|\.spec\.ts$|\.tsbuildinfo$/;
  const shared = ['pnpm-lock.yaml', 'tsconfig.base.json', 'nx.json', 'tools/page-config.ts', 'tools/precompress.mjs'];
  const marks = shared.map((file) => markOf(join(root, file)));
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
