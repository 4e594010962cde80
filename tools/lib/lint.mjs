import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bannedWords } from './banned-words.mjs';
import { isAllowed, LICENCES_PAGE, renderLicences } from './licences.mjs';
import { readText } from './read-text.mjs';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { Fault } from './say.mjs';
import { duplicateTypeNames } from './type-names.mjs';

/* A small tree that breaks each rule of .dependency-cruiser.mjs: a rule that no longer fires would look like a tree without violations. */
const PROBE = {
  'libs/domain/src/shared/probe.ts': "import 'node:fs';\n",
  'libs/domain/src/shared/pure.ts': "import '../webhooks/above.js';\n",
  'libs/domain/src/webhooks/above.ts': 'export {};\n',
  'libs/identity/src/probe.ts': "import '../../invoicing/src/probe.js';\n",
  'libs/invoicing/src/probe.ts': 'export {};\n',
  'libs/ui/src/one.ts': "import './other.js';\n",
  'libs/ui/src/other.ts': "import type {} from './one.js';\n",
  'libs/ui/src/index.ts': "import './one.js';\n",
  'libs/ui/src/barrel.ts': "import './index.js';\n",
  'apps/api/src/access/probe.ts': "import '../identity/keys/probe.js';\n",
  'apps/api/src/identity/keys/probe.ts': "import '../members/probe.js';\n",
  'apps/api/src/identity/members/probe.ts': 'export {};\n',
  'apps/api/src/identity/members/other.ts': "import '../keys/other.js';\n",
  'apps/api/src/identity/keys/other.ts': 'export {};\n',
};
const VIOLATED = [
  'the domain uses no package',
  'libs/domain/src/shared imports nothing above it',
  'libs/identity imports only domain, contract, platform, db, mail, pdf',
  'no cycle between files',
  'no barrels: imports go by file',
  'apps/api/src/access imports nothing above it',
  'no cycle between folders',
];

// No telemetry, and no notice about newer versions.
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const CONFIG = join(root, '.dependency-cruiser.mjs');

/** Lints everything. Prints the errors and throws a Fault. */
export async function lint() {
  const results = await Promise.allSettled([
    lintWords(),
    lintLicences(),
    lintSecrets(),
    lintDocument(),
    lintSources(),
    lintImports(),
  ]);
  const [first, ...others] = results.flatMap(({ reason }) => reason ?? []);
  for (const { message } of others) process.stdout.write(`${message}\n`);
  if (first) throw first;
}

/** Checks banned words in sources, texts and documentation, and that a type name means one thing. */
async function lintWords() {
  const found = bannedWords();
  if (found.length > 0) throw new Fault(`Banned words:\n${found.join('\n')}`);
  const names = duplicateTypeNames();
  if (names.length > 0) throw new Fault(`Type names that two files export:\n${names.join('\n')}`);
}

/** Checks the licences of packages, and the page that lists them. */
async function lintLicences() {
  for (const unsuited of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', ''])
    if (isAllowed(unsuited)) throw new Fault(`The check of licences allows "${unsuited}".`);
  if (readText(join(root, LICENCES_PAGE)) === renderLicences()) return;
  throw new Fault(`${LICENCES_PAGE} is out of date. npm run licences writes it.`);
}

/** Checks that no file contains a credential of another service. */
async function lintSecrets() {
  await runQuietly('The search for secrets', ...node('tools/lib/stored-secrets.mjs'));
}

/** Lints the OpenAPI document by the rules of redocly.yaml. */
async function lintDocument() {
  await runQuietly('Lint of the OpenAPI document', ...node('node_modules/@redocly/cli/bin/cli.js', 'lint'), offline);
}

/** Lints the sources by the rules of .oxlintrc.json. */
async function lintSources() {
  await runQuietly('Lint of the sources', ...node('node_modules/oxlint/bin/oxlint'));
}

/** Checks imports by the rules of .dependency-cruiser.mjs, after proving that the rules fire. */
async function lintImports() {
  const program = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
  await proveRules();
  await runQuietly('Lint of the imports', ...node(program, '--config', CONFIG, '--output-type', 'err', 'apps', 'libs'));
}

async function proveRules() {
  const { cruise } = await import('dependency-cruiser');
  const { default: rules } = await import(CONFIG);
  const baseDir = join(root, '.data', `lint-probe-${process.pid}`);
  for (const [file, text] of Object.entries(PROBE)) {
    mkdirSync(dirname(join(baseDir, file)), { recursive: true });
    writeFileSync(join(baseDir, file), text);
  }
  try {
    const { forbidden, options } = rules;
    const { output } = await cruise(['apps', 'libs'], { ...options, baseDir, validate: true, ruleSet: { forbidden } });
    const fired = new Set(output.summary.violations.map(({ rule }) => rule.name));
    const silent = VIOLATED.filter((name) => !fired.has(name));
    if (silent.length > 0) throw new Fault(`A violation passes the lint of the imports: ${silent.join('; ')}.`);
  } finally {
    rmSync(baseDir, { recursive: true, force: true });
  }
}
