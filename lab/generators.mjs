import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../tools/lib/say.mjs';
import { Stack } from './bench/base/stack.mjs';
import { GENERATORS } from './generators/generators.mjs';
import { prepareLab } from './lib/prepare.mjs';
import { sampleClient, tryAll, variablesOf } from './lib/trials.mjs';

/*
 * `npm run generators`: generates clients from the committed OpenAPI document without patches, compiles them, and reads a client of a
 * company with each. Needs Go, Java with Maven, and for PHP its command line with Guzzle. Writes the table of docs/generators.md.
 */

const PAGE = {
  page: 'docs/generators.md',
  command: 'npm run generators',
  columns: ['generator', 'version', 'result'],
};

async function main() {
  await prepareLab();
  const folder = mkdtempSync(join(tmpdir(), 'billhook-generators-'));
  const stack = await Stack.start();
  try {
    const client = await sampleClient(stack);
    await tryAll(GENERATORS, (generator) => attempt(generator, folder, client), PAGE);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function attempt({ generate, call }, folder, client) {
  const made = await generate(folder);
  if (!call) return { text: 'generated' };
  const output = await call(made, variablesOf(client));
  if (output.trim() !== client.name) throw new Error(`it printed ${output}`);
  return { text: 'generated, compiled, called' };
}

await main().catch(fail);
