import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join, resolve } from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { readText } from './lib/read-text.mjs';
import { root } from './lib/root.mjs';
import { node, runLoudly, runQuietly } from './lib/run.mjs';
import { fail, Fault, step } from './lib/say.mjs';

/* `npm run build`, `lint`, `openapi`, `sdk`, `n8n`, `env-example`, `sbom`, `licences`: each installs its requirements first. */

const targets = {
  build: ensureBuilt,

  async lint() {
    const { lint } = await import('./lib/lint.mjs');
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
  },

  async sdk() {
    for (const client of ['sdk', 'sdk-python', 'n8n-nodes-billhook'])
      await runQuietly(`The generator of libs/${client}`, ...node(`libs/${client}/generate.mjs`));
    await runQuietly('Formatting', ...node('node_modules/oxfmt/bin/oxfmt', 'libs/sdk/src/generated'));
    register('./lib/source-loader.mjs', import.meta.url);
    const { withReference } = await import('../libs/sdk/src/cli/help.ts');
    const guide = join(root, 'apps/docs/guides/command-line.md');
    writeFileSync(guide, withReference(readText(guide)));
  },

  async n8n() {
    const { checkNodes } = await import('./lib/n8n.mjs');
    await step('Checking the nodes with the types and the linter of n8n', 'n8n accepts the nodes', checkNodes);
  },

  async 'env-example'() {
    register('./lib/source-loader.mjs', import.meta.url);
    const { renderEnvExample } = await import('../libs/platform/src/env-example.ts');
    writeFileSync(join(root, '.env.example'), renderEnvExample());
  },

  async 'metrics-page'() {
    register('./lib/source-loader.mjs', import.meta.url);
    const { renderMetricsPage } = await import('../libs/platform/src/metrics/metrics-page.ts');
    writeFileSync(join(root, 'docs/metrics.md'), renderMetricsPage());
  },

  async sbom() {
    const { writeSbom } = await import('./lib/sbom.mjs');
    const file = resolve(process.argv[3] ?? 'sbom.cdx.json');
    await step('Writing the bill of materials', `The bill of materials is in ${file}`, () => writeSbom(file));
  },

  async licences() {
    const { LICENCES_PAGE, renderLicences } = await import('./lib/licences.mjs');
    writeFileSync(join(root, LICENCES_PAGE), renderLicences());
  },

  async 'font-coverage'() {
    register('./lib/source-loader.mjs', import.meta.url);
    const { renderFontCoverage } = await import('../libs/pdf/src/font-coverage-table.ts');
    const file = join(root, 'libs/pdf/src/font-coverage.ts');
    writeFileSync(file, renderFontCoverage());
    await runQuietly('Formatting', ...node('node_modules/oxfmt/bin/oxfmt', file));
  },
};

async function main() {
  const target = targets[process.argv[2]];
  if (!target) throw new Fault(`Give the target to run: ${Object.keys(targets).join(', ')}.`);
  checkNode();
  await ensureInstalled();
  await target();
}

main().catch(fail);
