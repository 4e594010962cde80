import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root.mjs';
import { runQuietly } from '../../../lib/run.mjs';
import { step } from '../../../lib/say.mjs';

const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Installs the packages of the server beside this file: 32 MB that only this measurement needs. */
export async function installBetterAuth() {
  await step('Installing better-auth', 'better-auth is installed', () =>
    runQuietly('Installing better-auth', 'npx', [
      ...['--yes', `pnpm@${config.pnpm}`, '--dir', 'tools/bench/floors/better-auth'],
      ...['install', '--frozen-lockfile', '--trust-lockfile'],
    ]),
  );
}
