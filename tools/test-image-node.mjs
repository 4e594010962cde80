import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from './lib/root.mjs';
import { runLoudly, runQuietly } from './lib/run.mjs';
import { fail, Fault } from './lib/say.mjs';

/*
 * `npm run test:image-node`, with the arguments of `npm test`: the same run on the Node version of the image, which the npm package `node`
 * brings. Its program is first in the PATH, so processes that specs start run on it as well.
 */

/** The Dockerfile is the only place of the version. */
function imageVersion() {
  const [, version] = /^FROM node:(\d+\.\d+\.\d+)-/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
  if (!version) throw new Fault('The Dockerfile names no version of Node in its first FROM, such as node:24.1.0-slim.');
  return version;
}

async function main(args) {
  const version = imageVersion();
  process.stdout.write(`Node ${version}\n`);
  // Only the path: a program below npx inherits its package, which the npx of an installation would use instead of its own.
  const find = ['--yes', '--package', `node@${version}`, '--', 'node', '--print', 'process.execPath'];
  const program = (await runQuietly(`Installing Node ${version}`, 'npx', find)).trim();
  const PATH = [dirname(program), process.env.PATH].join(delimiter);
  process.exitCode = await runLoudly(program, [join(root, 'tools/test.mjs'), ...args], { PATH });
}

main(process.argv.slice(2)).catch(fail);
