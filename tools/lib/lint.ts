import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bannedWords } from './banned-words.ts';
import { isAllowed, LICENCES_PAGE, renderLicences } from './licences.ts';
import { readText } from './read-text.ts';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { Fault } from './say.mjs';
import { duplicateTypeNames } from './type-names.ts';

// No telemetry, and no notice about newer versions.
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Lints everything. Prints the errors and throws a Fault. */
export async function lint(): Promise<void> {
  const results = await Promise.allSettled([
    lintWords(),
    lintLicences(),
    lintSecrets(),
    lintDocument(),
    lintSources(),
    lintImports(),
  ]);
  const [first, ...others] = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Error] : [],
  );
  for (const { message } of others) process.stdout.write(`${message}\n`);
  if (first) throw first;
}

/** Checks banned words in sources, texts and documentation, and that a type name means one thing. */
async function lintWords(): Promise<void> {
  const found = bannedWords();
  if (found.length > 0) throw new Fault(`Banned words:\n${found.join('\n')}`);
  const names = duplicateTypeNames();
  if (names.length > 0) throw new Fault(`Type names that two files export:\n${names.join('\n')}`);
}

/** Checks the licences of packages, and the page that lists them. */
async function lintLicences(): Promise<void> {
  for (const unsuited of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', ''])
    if (isAllowed(unsuited)) throw new Fault(`The check of licences allows "${unsuited}".`);
  if (readText(join(root, LICENCES_PAGE)) === renderLicences()) return;
  throw new Fault(`${LICENCES_PAGE} is out of date. npm run licences writes it.`);
}

/** Checks that no file contains a credential of another service. */
async function lintSecrets(): Promise<void> {
  await runQuietly('The search for secrets', ...node('tools/lib/stored-secrets.ts'));
}

/** Lints the OpenAPI document by the rules of redocly.yaml. */
async function lintDocument(): Promise<void> {
  await runQuietly('Lint of the OpenAPI document', ...node('node_modules/@redocly/cli/bin/cli.js', 'lint'), offline);
}

/* Members that .oxlintrc.json forbids: a rule that no longer fires would look like sources without violations. */
const FORBIDDEN_MEMBERS = ['manager', 'getRepository', 'createQueryBuilder', 'waitForFunction'];

function proveForbiddenMembers(): void {
  // Outside of the repository, because .oxlintrc.json leaves .data out.
  const folder = mkdtempSync(join(tmpdir(), 'billhook-lint-probe-'));
  const file = join(folder, 'probe.ts');
  writeFileSync(file, FORBIDDEN_MEMBERS.map((name) => `export const of_${name} = (x: any) => x.${name};\n`).join(''));
  const [program, args] = node('node_modules/oxlint/bin/oxlint', '--config', join(root, '.oxlintrc.json'), file);
  const { stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  const silent = FORBIDDEN_MEMBERS.filter((name) => !stdout.includes(`'${name}' is restricted`));
  if (silent.length > 0) throw new Fault(`A violation passes the lint of the sources: ${silent.join(', ')}.`);
}

/** Lints the sources by the rules of .oxlintrc.json, after proving that its forbidden members are found. */
async function lintSources(): Promise<void> {
  proveForbiddenMembers();
  await runQuietly('Lint of the sources', ...node('node_modules/oxlint/bin/oxlint'));
}

/** Checks imports by the rules of .dependency-cruiser.mjs, and that no folders import each other. */
async function lintImports(): Promise<void> {
  await runQuietly('Lint of the imports', ...node('tools/lib/lint-imports.mjs'));
}
