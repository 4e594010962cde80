import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from './lib/load.ts';
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { readText } from './lib/read-text.ts';
import { root } from './lib/root.mjs';
import { node, runLoudly, runQuietly } from './lib/run.mjs';
import { fail, Fault, step } from './lib/say.mjs';

/* `npm run build`, `lint`, `openapi`, `sdk`, `n8n`, `env-example`, `sbom`, `licences`, `project-files`, `hooks`: each installs its requirements first. */

const targets: Readonly<Record<string, () => Promise<void> | void>> = {
  build: ensureBuilt,

  async lint() {
    const { lint } = await import('./lib/lint.ts');
    await step('Linting', 'Lint found no problems', lint);
  },

  async openapi() {
    // Not everything: the docs site is built from this document.
    await runQuietly(
      'The build of the API',
      ...node('node_modules/typescript7/bin/tsc', '-b', 'apps/api', '--checkers', '1'),
    );
    const code = await runLoudly(...node('apps/api/dist/openapi.js', ...process.argv.slice(3)));
    if (code !== 0) throw new Fault(`The OpenAPI document was not written (exit code ${code}).`);
    await importSources();
    const { withTools } = await load<{ withTools: (guide: string, document: unknown) => string }>(
      'apps/api/src/mcp/tool-guide.rules.ts',
    );
    const guide = 'apps/docs/guides/assistants.md';
    const document: unknown = JSON.parse(readText(join(root, 'apps/docs/openapi.json')));
    await writeTexts({ [guide]: withTools(readText(join(root, guide)), document) });
  },

  async sdk() {
    await step('Writing the clients', 'The clients are written', async () => {
      for (const client of ['sdk', 'sdk-python', 'n8n-nodes-billhook'])
        await runQuietly(`The generator of libs/${client}`, ...node(`libs/${client}/generate.mjs`));
      await runQuietly('Formatting', ...node('node_modules/oxfmt/bin/oxfmt', 'libs/sdk/src/generated'));
    });
    await importSources();
    const { withReference } = await load<{ withReference: (guide: string) => string }>('libs/sdk/src/cli/help.ts');
    const guide = 'apps/docs/guides/command-line.md';
    await writeTexts({ [guide]: withReference(readText(join(root, guide))) });
  },

  async n8n() {
    const { checkNodes } = await import('./lib/n8n.ts');
    await step('Checking the nodes with n8n', 'n8n accepts and executes the nodes', checkNodes);
  },

  async 'env-example'() {
    await importSources();
    const { renderEnvExample } = await import('../libs/platform/src/env-example.ts');
    await writeTexts({ '.env.example': renderEnvExample() });
  },

  async 'metrics-page'() {
    await importSources();
    const { renderMetricsPage } = await import('../libs/platform/src/metrics/metrics-page.ts');
    await writeTexts({ 'docs/metrics.md': renderMetricsPage() });
  },

  async sbom() {
    const { writeSbom } = await import('./lib/sbom.ts');
    const file = resolve(process.argv[3] ?? 'sbom.cdx.json');
    await step('Writing the bill of materials', `The bill of materials is in ${file}`, () => writeSbom(file));
  },

  async 'project-files'() {
    const { currentProjectFiles } = await import('./lib/project-files.ts');
    await writeTexts(currentProjectFiles());
  },

  async hooks() {
    if (!existsSync(join(root, '.git'))) throw new Fault('This folder is not a clone with git, so it has no commits.');
    // The package would do so in an install script, even on machines that only run Billhook.
    const code = await runLoudly(...node('node_modules/lefthook/bin/index.js', 'install', 'pre-commit'));
    if (code !== 0) throw new Fault('The hook is not installed. Its output is above.');
  },

  async licences() {
    const { LICENCES_PAGE, renderLicences } = await import('./lib/licences.ts');
    await writeTexts({ [LICENCES_PAGE]: renderLicences() });
  },

  async 'font-coverage'() {
    await importSources();
    const { renderFontCoverage } = await import('../libs/pdf/src/font-coverage-table.ts');
    const file = 'libs/pdf/src/font-coverage.ts';
    await writeTexts({ [file]: renderFontCoverage() }, () =>
      runQuietly('Formatting', ...node('node_modules/oxfmt/bin/oxfmt', file)),
    );
  },
};

/**
 * Writes generated files, and says which of them changed.
 * @param texts by their paths from the root
 * @param finish runs before the comparison
 */
async function writeTexts(texts: Readonly<Record<string, string>>, finish?: () => Promise<unknown>): Promise<void> {
  const read = (file: string) => (existsSync(join(root, file)) ? readText(join(root, file)) : undefined);
  const files = Object.keys(texts);
  const before = files.map(read);
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(root, file), text);
  await finish?.();
  const changed = files.filter((file, index) => read(file) !== before[index]);
  for (const file of changed) process.stdout.write(`Wrote ${file}.\n`);
  if (changed.length === 0) process.stdout.write(`Nothing changed in ${files.join(', ')}.\n`);
}

/** For what follows. SWC is installed only now. */
async function importSources(): Promise<void> {
  await import('./lib/register-sources.mjs');
}

async function main(): Promise<void> {
  const target = targets[process.argv[2] ?? ''];
  if (!target) throw new Fault(`Give the target to run: ${Object.keys(targets).join(', ')}.`);
  checkNode();
  await ensureInstalled();
  await target();
}

main().catch(fail);
