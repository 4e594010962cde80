import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { root } from './root.mjs';
import { treeFiles } from './tree.ts';

/* Searches the files of the repository for credentials of other services, and prints them masked. Fails if it misses its probe. */

// Pictures, fonts and generated lists contain no settings.
const MAX_BYTES = 2_000_000;

/** Credentials of URLs that specs send in order to be rejected. */
const INVENTED = ['https://me:secret@example.com', 'https://user:pass@example.com'];

const RULES = [
  {
    id: '@secretlint/secretlint-rule-preset-recommend',
    rule: creator,
    rules: [{ id: '@secretlint/secretlint-rule-basicauth', options: { allows: INVENTED } }],
  },
];

// Divided, so that this file does not contain the secret that proves that the check reports one.
const PROBE = `AKIA${'QYLPMN5HHHFPZAM2'}\naws_secret_access_key = ${'wJalrXUtnFEMI'}${'K7MDENGbPxRfiCYzEXAMPLEKEYA'}\n`;

async function secretsIn(file: string, content: string): Promise<string[]> {
  const source = { content, filePath: file, ext: extname(file), contentType: 'text' } as const;
  const { messages } = await lintSource({ source, options: { config: { rules: RULES }, maskSecrets: true } });
  return messages.map(({ loc, message }) => `${file}:${loc.start.line}  ${message}`);
}

async function storedSecrets(): Promise<string[]> {
  if ((await secretsIn('probe.env', PROBE)).length === 0) throw new Error('The check for secrets misses its probe.');
  const found: string[] = [];
  for (const file of treeFiles()) {
    const bytes = readFileSync(join(root, file));
    if (bytes.length > MAX_BYTES || bytes.includes(0)) continue;
    found.push(...(await secretsIn(file, bytes.toString('utf8'))));
  }
  return found;
}

const found = await storedSecrets();
for (const line of found) process.stdout.write(`${line}\n`);
// Ends before the profiler of the library runs, which takes 20 s for 2,500 files: the reason why this is a program.
process.exit(found.length > 0 ? 1 : 0);
