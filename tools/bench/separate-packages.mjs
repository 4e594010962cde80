import { packageManager } from '../lib/prepare.mjs';
import { runQuietly } from '../lib/run.mjs';
import { step } from '../lib/say.mjs';

/** Installs the packages of a folder below `tools/bench`, which only one measurement needs and `npm start` therefore does not install. */
export async function installSeparate(name, folder) {
  await step(`Installing ${name}`, `${name} is installed`, () =>
    runQuietly(`Installing ${name}`, 'npx', [
      ...['--yes', packageManager(), '--dir', `tools/bench/${folder}`],
      ...['install', '--frozen-lockfile', '--trust-lockfile'],
    ]),
  );
}
