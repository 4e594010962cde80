import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Packs the built client as npm does: `node libs/sdk/pack.mjs <folder>` writes `billhook-sdk.tgz`, which the documentation site offers.
 * An installation serves the client that matches its API.
 */

const root = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);

/** The manifest without what only this repository understands. */
function manifest() {
  const { exports, dependencies, ...kept } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const key of ['nx', 'devDependencies']) delete kept[key];
  const published = Object.entries(exports).map(([path, conditions]) => {
    if (typeof conditions === 'string') return [path, conditions];
    const { '@billhook/source': _, ...targets } = conditions;
    return [path, targets];
  });
  const exact = Object.keys(dependencies).map((name) => [name, require(`${name}/package.json`).version]);
  return {
    ...{ ...kept, exports: Object.fromEntries(published), dependencies: Object.fromEntries(exact) },
    // Installing needs the installation alone, and no registry.
    bundleDependencies: Object.keys(dependencies),
  };
}

/** Copies a package and what it requires. Each is a small package without files to build. */
function bundle(name, from, modules) {
  const file = createRequire(from).resolve(`${name}/package.json`);
  const target = join(modules, name);
  if (existsSync(target)) return;
  const source = realpathSync(dirname(file));
  const filter = (each) => !/node_modules|\.(test|bench)\.|tsconfig/.test(each.slice(source.length));
  cpSync(source, target, { recursive: true, filter });
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  for (const each of Object.keys(dependencies)) bundle(each, join(source, 'package.json'), modules);
}

const MAPPED = /\n\/\/# sourceMappingURL=.*\n?$/;

/** Writes the sources into the source maps: the archive has no `src`. Modules with types alone need none. */
function embedSources(dist) {
  for (const name of readdirSync(dist, { recursive: true }).filter((each) => each.endsWith('.js.map'))) {
    const [file, script] = [join(dist, name), join(dist, name.slice(0, -'.map'.length))];
    const code = readFileSync(script, 'utf8').replace(MAPPED, '\n');
    if (code.trim() === 'export {};') {
      rmSync(file);
      writeFileSync(script, code);
      continue;
    }
    const { sources, ...map } = JSON.parse(readFileSync(file, 'utf8'));
    const sourcesContent = sources.map((each) => readFileSync(resolve(root, 'dist', dirname(name), each), 'utf8'));
    writeFileSync(file, JSON.stringify({ ...map, sources, sourcesContent }));
  }
}

/** Gives the files of an archive permissions that do not depend on the umask of this machine. */
export function fixModes(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
}

/** @param target the folder of the archive */
export function pack(target) {
  const staging = mkdtempSync(join(tmpdir(), 'billhook-sdk-'));
  try {
    const { bundleDependencies, ...rest } = manifest();
    writeFileSync(join(staging, 'package.json'), JSON.stringify({ ...rest, bundleDependencies }, null, 2));
    for (const name of bundleDependencies) bundle(name, join(root, 'package.json'), join(staging, 'node_modules'));
    cpSync(join(root, 'dist'), join(staging, 'dist'), {
      recursive: true,
      filter: (file) => !file.endsWith('.tsbuildinfo'),
    });
    embedSources(join(staging, 'dist'));
    for (const name of ['README.md', '../../LICENSE']) cpSync(join(root, name), join(staging, name.split('/').at(-1)));
    fixModes(staging);
    chmodSync(join(staging, 'dist/cli/main.js'), 0o755);
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], {
      cwd: staging,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const archive = readdirSync(staging).find((name) => name.endsWith('.tgz'));
    const file = join(resolve(target), 'billhook-sdk.tgz');
    cpSync(join(staging, archive), `${file}.new`);
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) pack(process.argv[2] ?? '.');
