import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tools/lib/root.mjs';
import { fail, Fault, step } from '../tools/lib/say.mjs';
import { Stack } from './bench/base/stack.mjs';
import { GENERATORS } from './generators/generators.mjs';
import { prepareLab } from './lib/prepare.mjs';

/*
 * `npm run generators`: generates clients from the committed OpenAPI document without patches, compiles them, and reads a client of a
 * company with each. Needs Go, Java with Maven, and for PHP its command line with Guzzle. Writes the table of docs/generators.md.
 */

const PAGE = join(root, 'docs/generators.md');
const HEADING = '## Result';

async function main() {
  await prepareLab();
  const folder = mkdtempSync(join(tmpdir(), 'billhook-generators-'));
  const stack = await Stack.start();
  try {
    const rows = [];
    const target = await sample(stack);
    for (const { name, ...generator } of GENERATORS) {
      const row = await step(`Trying ${name}`, `${name} was tried`, () => attempt(generator, folder, target));
      rows.push({ name, ...row });
    }
    record(rows);
    process.stdout.write(`\n${rows.map(({ name, result }) => `${name}: ${result}`).join('\n')}\n`);
    const failed = rows.filter(({ isFailure }) => isFailure);
    if (failed.length > 0) throw new Fault(`These generators failed: ${failed.map(({ name }) => name).join(', ')}.`);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A client to read: its id and its name. */
async function sample({ baseUrl, key }) {
  const body = { kind: 'Business', name: 'Atelier Lumen SARL', billingAddress: { country: 'FR' } };
  const response = await fetch(`${baseUrl}/v1/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Fault(`The client was not created: ${await response.text()}`);
  const { id } = await response.json();
  return { id, name: body.name, baseUrl, key };
}

async function attempt({ missing, generate, call, version }, folder, { id, name, baseUrl, key }) {
  const lack = await missing?.();
  if (lack) return { version, result: `not run: ${lack}`, isFailure: false };
  try {
    const made = await generate(folder);
    if (!call) return { version, result: 'generated', isFailure: false };
    const output = await call(made, { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: key, CLIENT_ID: String(id) });
    if (output.trim() !== name) throw new Error(`it printed ${output}`);
    return { version, result: 'generated, compiled, one call made', isFailure: false };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { version, result: 'failed', isFailure: true };
  }
}

/** Replaces everything from the heading on. */
function record(rows) {
  const [preface] = readFileSync(PAGE, 'utf8').split(HEADING);
  const date = new Date().toISOString().slice(0, 10);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const table = rows.map(({ name, version: of, result }) => `| ${name} | ${of} | ${result} |`);
  const lines = [
    ...[HEADING, '', `\`npm run generators\` on ${date}, with the document of Billhook ${version}.`, ''],
    ...['| generator | version | result |', '| --- | --- | --- |', ...table],
  ];
  writeFileSync(PAGE, `${preface}${lines.join('\n')}\n`);
}

await main().catch(fail);
