import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixModes } from '../sdk/pack.mjs';

/*
 * Packs the built nodes as npm does: `node libs/n8n-nodes-billhook/pack.mjs <folder>` writes `n8n-nodes-billhook.tgz`, which the
 * documentation site offers.
 */

const root = fileURLToPath(new URL('.', import.meta.url));

/** The published manifest. In the repository, the peer would be installed with its 700 packages. */
export function manifest() {
  const { nx: _, ...kept } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return JSON.stringify({ ...kept, peerDependencies: { 'n8n-workflow': '*' } }, null, 2);
}

/** @param target the folder of the archive */
export function pack(target) {
  const staging = mkdtempSync(join(tmpdir(), 'billhook-n8n-'));
  try {
    writeFileSync(join(staging, 'package.json'), manifest());
    for (const name of ['dist', 'README.md', '../../LICENSE'])
      cpSync(join(root, name), join(staging, name.split('/').at(-1)), { recursive: true });
    fixModes(staging);
    const args = ['pack', '--json', '--ignore-scripts'];
    const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: staging, stdio: ['ignore', 'pipe', 'ignore'] }));
    cpSync(join(staging, filename), join(resolve(target), 'n8n-nodes-billhook.tgz'));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) pack(process.argv[2] ?? '.');
