import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { runQuietly } from '../lib/run.mjs';
import { step } from '../lib/say.mjs';

const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Installs the packages of a folder below `tools/bench`, which only one measurement needs and `npm start` therefore does not install. */
export async function installSeparate(name, folder) {
  await step(`Installing ${name}`, `${name} is installed`, () =>
    runQuietly(`Installing ${name}`, 'npx', [
      ...['--yes', `pnpm@${config.pnpm}`, '--dir', `tools/bench/${folder}`],
      ...['install', '--frozen-lockfile', '--trust-lockfile'],
    ]),
  );
}
