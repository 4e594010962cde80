import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../tools/lib/say.mjs';
import { Stack } from './bench/base/stack.mjs';
import { prepareLab } from './lib/prepare.mjs';
import { run } from './lib/program.mjs';
import { sampleClient, tryAll, variablesOf } from './lib/trials.mjs';
import { PROGRAMS } from './runtimes/programs.mjs';
import { RUNTIMES } from './runtimes/runtimes.mjs';

/*
 * `npm run runtimes`: installs the clients that a running installation serves, and runs a program with each runtime. Runtimes come from
 * npm, and the versions of Python from this machine. Writes the table of docs/runtimes.md.
 */

const PAGE = { page: 'docs/runtimes.md', command: 'npm run runtimes', columns: ['runtime', 'version', 'result'] };

async function main() {
  await prepareLab();
  const folder = mkdtempSync(join(tmpdir(), 'billhook-runtimes-'));
  const stack = await Stack.start();
  try {
    const client = await sampleClient(stack);
    const { archives } = await (await fetch(`${stack.baseUrl}/docs/archives.json`)).json();
    const addressOf = (ending) => stack.baseUrl + archives.find(({ file }) => file.endsWith(ending)).path;
    const place = { folder, env: variablesOf(client), wheel: addressOf('.whl') };
    for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text);
    await run('npm', ['install', '--no-audit', '--no-fund', addressOf('sdk.tgz')], { cwd: folder });
    await tryAll(RUNTIMES, (runtime) => attempt(runtime, place, client.name), PAGE);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each program prints its version and the name of the client, after all that it checks. */
async function attempt({ play }, place, name) {
  const [version = '', ...rest] = (await play(place)).trim().split('\n').slice(-2);
  if (rest.join('\n') !== name) throw new Error(`it printed ${version} and ${rest.join(', ')}`);
  return { text: 'called, listed, verified', version };
}

await main().catch(fail);
