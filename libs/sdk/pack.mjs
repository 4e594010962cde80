import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
    const { '@billhook/source': _, ...targets } = conditions;
    return [path, targets];
  });
  const exact = Object.keys(dependencies).map((name) => [name, require(`${name}/package.json`).version]);
  return { ...kept, exports: Object.fromEntries(published), dependencies: Object.fromEntries(exact) };
}

/** @param target the folder of the archive */
export function pack(target) {
  const staging = mkdtempSync(join(tmpdir(), 'billhook-sdk-'));
  try {
    writeFileSync(join(staging, 'package.json'), JSON.stringify(manifest(), null, 2));
    const filter = (file) => !file.endsWith('.tsbuildinfo') && !file.endsWith('.map');
    cpSync(join(root, 'dist'), join(staging, 'dist'), { recursive: true, filter });
    for (const name of ['README.md', '../../LICENSE']) cpSync(join(root, name), join(staging, name.split('/').at(-1)));
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
