import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';
import { Fault, step } from '../../tools/lib/say.mjs';

/* Trials of programs of others with a running installation, whose results are a table of a page of docs/. */

const HEADING = '## Result';

/** Creates a client to read. @returns its id and its name, with the address of the installation and a key */
export async function sampleClient({ baseUrl, key }) {
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

/** The variables that the programs of a trial read. */
export const variablesOf = ({ baseUrl, key, id }) => ({
  BILLHOOK_URL: baseUrl,
  BILLHOOK_API_KEY: key,
  CLIENT_ID: String(id),
});

/**
 * Tries each of a list, prints the results and writes them to the page.
 * @param trials each with a name and a version
 * @param attempt returns the result as text
 * @throws a Fault that names those that failed
 */
export async function tryAll(trials, attempt, { page, command, columns }) {
  const rows = [];
  for (const trial of trials) {
    const row = await step(`Trying ${trial.name}`, `${trial.name} was tried`, () => result(trial, attempt));
    rows.push({ name: trial.name, ...row });
  }
  record(rows, { page, command, columns });
  process.stdout.write(`\n${rows.map(({ name, text }) => `${name}: ${text}`).join('\n')}\n`);
  const failed = rows.filter(({ isFailure }) => isFailure);
  if (failed.length > 0) throw new Fault(`These failed: ${failed.map(({ name }) => name).join(', ')}.`);
}

async function result(trial, attempt) {
  const { version, missing } = trial;
  const lack = await missing?.();
  if (lack) return { version, text: `not run: ${lack}`, isFailure: false };
  try {
    const { text, version: found = version } = await attempt(trial);
    return { version: found, text, isFailure: false };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { version, text: 'failed', isFailure: true };
  }
}

/** Replaces everything from the heading on. */
function record(rows, { page, command, columns }) {
  const path = join(root, page);
  const [preface] = readFileSync(path, 'utf8').split(HEADING);
  const date = new Date().toISOString().slice(0, 10);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lines = [
    ...[HEADING, '', `\`${command}\` on ${date}, with Billhook ${version}.`, ''],
    ...[`| ${columns.join(' | ')} |`, `| ${columns.map(() => '---').join(' | ')} |`],
    ...rows.map(({ name, version: of, text }) => `| ${name} | ${of} | ${text} |`),
  ];
  writeFileSync(path, `${preface}${lines.join('\n')}\n`);
}
