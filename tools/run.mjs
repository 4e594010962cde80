import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { node, runLoudly, runQuietly } from './lib/run.mjs';
import { fail, Fault, step } from './lib/say.mjs';

/* `npm run build`, `lint`, `openapi`, `sdk`, `env-example`: each installs its requirements first. */

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
    await runQuietly('The generator of the SDK', ...node('libs/sdk/generate.mjs'));
    await runQuietly('Formatting', ...node('node_modules/oxfmt/bin/oxfmt', 'libs/sdk/src/generated'));
  },

  async 'env-example'() {
    register('./lib/source-loader.mjs', import.meta.url);
    const { renderEnvExample } = await import('../libs/platform/src/env-example.ts');
    writeFileSync(join(root, '.env.example'), renderEnvExample());
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
