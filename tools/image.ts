import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fixModes, folderDigest } from './lib/folder-digest.ts';
import { load } from './lib/load.ts';
import { checkNode, ensureBuilt, ensureInstalled, pnpm } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { runQuietly } from './lib/run.mjs';
import { fail, Fault, step } from './lib/say.mjs';

/*
 * `npm run image -- FOLDER`: writes the files of the image to a folder. The Dockerfile runs it, and so does the spec that measures and
 * starts them. It holds the built programs and pages, and the packages that they need in production. Not `pnpm deploy`, which writes one
 * program: API and worker share most of their packages.
 */

/** The pages that the API serves. */
const PAGES = ['apps/settings', 'apps/portal', 'apps/public', 'apps/docs'];

/**
 * Types and build records serve only the compiler. Our source maps stay: they make stacks readable. V8 compiles differently each time, so the
 * Dockerfile stores the compiled code.
 */
const OMITTED = /\.d\.[cm]?ts(\.map)?$|\.tsbuildinfo$|\.billhook-built$|\/dist\/bundle\/cache$/;

/** Files of packages that are omitted as well: source maps and texts for people, except licences. */
const OMITTED_OF_PACKAGES = /\.d\.[cm]?ts$|\.map$|(?<!licen[cs]e|notice)\.(md|markdown)$|\.tsbuildinfo$/i;

main(process.argv[2]).catch(fail);

async function main(folder: string | undefined): Promise<void> {
  if (!folder) throw new Fault('Give the folder to write: npm run image -- FOLDER.');
  const out = resolve(folder);
  if (existsSync(out) && readdirSync(out).length > 0) throw new Fault(`${out} is not empty.`);
  checkNode();
  // Of the shell: pages that are built with another value contain the code for development.
  delete process.env['NODE_ENV'];
  await ensureInstalled();
  await ensureBuilt();
  // After the installation: it needs packages.
  const { PROGRAMS, writeSbom } = await import('./lib/sbom.ts');
  const projects = withDependencies(PROGRAMS);
  await step('Copying the programs', 'The programs are copied', async () => {
    for (const file of ['pnpm-workspace.yaml', '.pnpmfile.mjs', 'LICENSE']) copy(out, file);
    await writeRoot(out);
    for (const project of projects) copy(out, `${project}/package.json`);
    for (const project of [...projects, ...PAGES]) copy(out, `${project}/dist`);
    copy(out, 'apps/docs/openapi.json');
    copy(out, 'tools/billhook-server.mjs', 'billhook-server.mjs');
  });
  await step('Installing the packages for production', 'The packages are installed', async () => {
    // By name: a filter by folder would leave out the libraries of the program.
    const filters = PROGRAMS.flatMap((program) => ['--filter', `${program.replace('apps/', '@billhook/')}...`]);
    // The lock file names all projects; those that are not copied have nothing to install.
    const flags = ['--prod', '--prefer-offline', '--dir', out];
    await runQuietly('Installing the packages for production', 'npx', [...pnpm('install'), ...flags, ...filters]);
    await writeSbom(join(out, 'sbom.cdx.json'));
    const { fontFiles } = await load<{ fontFiles: () => string[] }>('libs/pdf/dist/typefaces.js');
    const fonts = new Set(fontFiles().map((path) => basename(path)));
    for (const path of filesIn(join(out, 'node_modules/.pnpm'))) {
      const isUnusedFont = /\.(ttf|otf)$/.test(path) && !fonts.has(basename(path));
      if (isUnusedFont || OMITTED_OF_PACKAGES.test(path)) rmSync(path);
    }
    for (const path of recordsOfInstallation(out)) rmSync(path, { recursive: true });
    fixModes(out);
  });
  process.stdout.write(`The same sources give the same files: ${folderDigest(out)}\n`);
}

/** The manifest and the lock file without the packages of the root, which build the programs: pnpm installs them with every filter. */
async function writeRoot(out: string): Promise<void> {
  const { parseAllDocuments } = await import('yaml');
  const { dependencies: _, ...manifest } = manifestOf('.');
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // The first document pins the package manager, where there is one.
  const documents = parseAllDocuments(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  documents.at(-1)?.deleteIn(['importers', '.', 'dependencies']);
  writeFileSync(join(out, 'pnpm-lock.yaml'), documents.map((each) => each.toString({ lineWidth: 0 })).join('---\n'));
}

/** What pnpm writes for itself: programs and records that contain times and paths of this machine. Nothing in the image reads them. */
function* recordsOfInstallation(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (/^(\.bin|\.modules\.yaml|\.pnpm-workspace-state-v1\.json)$/.test(entry.name)) yield path;
    else if (entry.isDirectory()) yield* recordsOfInstallation(path);
  }
}

/** All files of a folder; links are not followed. */
function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

function copy(out: string, from: string, to = from): void {
  const target = join(out, to);
  mkdirSync(join(target, '..'), { recursive: true });
  cpSync(join(root, from), target, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !OMITTED.test(path),
  });
}

/** The projects and those that they depend on in production, as folders from the root. */
function withDependencies(folders: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = manifestOf(folder);
    for (const [name, version] of Object.entries(dependencies)) {
      if (version.startsWith('workspace:')) visit(name.replace('@billhook/', 'libs/'));
    }
  };
  folders.forEach(visit);
  return [...found];
}

function manifestOf(folder: string): { readonly dependencies?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as object;
}
