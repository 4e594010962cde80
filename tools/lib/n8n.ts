import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load } from './load.ts';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { Fault } from './say.mjs';

/*
 * Checks libs/n8n-nodes-billhook with what n8n publishes: the types, the linter, and the engine, which executes every operation. They have
 * 780 MB, so they are not packages of this repository. The versions are those that the nodes were last checked with.
 */

const PACKAGES = ['@n8n/node-cli@0.48.3', 'n8n-core@2.41.1', 'n8n-workflow@2.41.0'];
const folder = join(root, '.data/n8n');
const copy = join(folder, 'nodes');

/** Installs what n8n publishes once, checks a copy of the nodes beside it, and executes the nodes against the API. */
export async function checkNodes(): Promise<void> {
  const { manifest } = await load<{ manifest: () => string }>('libs/n8n-nodes-billhook/pack.mjs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--prefer-offline',
    '--ignore-scripts',
    '--force',
  ];
  await runQuietly('Installing the linter and the engine of n8n', 'npm', [...options, '--prefix', folder, ...PACKAGES]);
  rmSync(copy, { recursive: true, force: true });
  const skipped = /[\\/](dist|types|test|node_modules)$/;
  cpSync(join(root, 'libs/n8n-nodes-billhook'), copy, { recursive: true, filter: (path) => !skipped.test(path) });
  writeFileSync(join(copy, 'package.json'), manifest());
  const project = join(copy, 'tsconfig.json');
  writeFileSync(project, readFileSync(project, 'utf8').replace(/.*"(paths|typeRoots)".*\n/g, ''));
  await runQuietly('The types of n8n', ...node('node_modules/typescript7/bin/tsc', '-p', copy, '--noEmit'));
  await lint();
  await runQuietly('The operations in the engine of n8n', ...node('tools/test.mjs', 'sdk/n8n'));
}

/** ESLint finds the rules of a file by its path from the folder in which it runs. */
async function lint(): Promise<void> {
  const eslint = join(folder, 'node_modules/eslint/bin/eslint.js');
  await promisify(execFile)(process.execPath, [eslint, '.'], { cwd: copy }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Fault(`${error.stdout}${error.stderr}\nThe linter of n8n found problems.`);
    },
  );
}
