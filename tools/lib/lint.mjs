import { join } from 'node:path';
import { bannedWords } from './banned-words.mjs';
import { nxEnv } from './prepare.mjs';
import { root } from './root.mjs';
import { node, runQuietly } from './run.mjs';
import { Fault } from './say.mjs';

// An import that the boundary rule has to refuse: the domain knows no layer and no package.
const PROBE = {
  file: 'libs/domain/src/invoicing/invoice.ts',
  code: "import 'zod';\n",
  rule: '@nx/enforce-module-boundaries',
};

// No telemetry, and no notice about a newer version.
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Lints everything. Prints what is wrong and throws a Fault. */
export async function lint() {
  const results = await Promise.allSettled([lintWords(), lintDocument(), lintTypes(), lintSources()]);
  const [first, ...others] = results.flatMap(({ reason }) => reason ?? []);
  for (const { message } of others) process.stdout.write(`${message}\n`);
  if (first) throw first;
}

/** Words that are never right, in sources, texts and documentation. */
async function lintWords() {
  const found = bannedWords();
  if (found.length > 0) throw new Fault(`Banned words:\n${found.join('\n')}`);
}

/** The OpenAPI document, by the rules of redocly.yaml. */
async function lintDocument() {
  await runQuietly('Lint of the OpenAPI document', ...node('node_modules/@redocly/cli/bin/cli.js', 'lint'), offline);
}

/** By the rules that need types, which .oxlintrc.json has. */
async function lintTypes() {
  await runQuietly('Lint by types', ...node('node_modules/oxlint/bin/oxlint'));
}

async function lintSources() {
  // The boundary rule reads the graph of projects that Nx left on disk; so it must be there and be today's.
  await runQuietly('Reading the projects', ...node('node_modules/nx/dist/bin/nx.js', 'show', 'projects'), nxEnv);
  Object.assign(process.env, nxEnv);
  const { ESLint } = await import('eslint');
  const eslint = new ESLint({ cwd: root });

  const results = await eslint.lintFiles(['.']);
  // After the files: the type checker keeps the text of the probe for the file it was given as.
  const [probe] = await eslint.lintText(PROBE.code, { filePath: join(root, PROBE.file) });
  if (!probe?.messages.some(({ ruleId }) => ruleId === PROBE.rule)) {
    throw new Fault(
      `${PROBE.rule} allows ${PROBE.file} to import a package. The rule reports nothing when it cannot read the project graph of Nx.`,
    );
  }

  const problems = results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0);
  if (problems === 0) return;
  process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
  throw new Fault(problems === 1 ? 'Lint found one problem.' : `Lint found ${problems} problems.`);
}
