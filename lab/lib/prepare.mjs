import { checkNode, ensureBuilt, ensureInstalled, pnpm } from '../../tools/lib/prepare.mjs';
import { runQuietly } from '../../tools/lib/run.mjs';
import { step } from '../../tools/lib/say.mjs';

const LAB = ['--filter', '@billhook/lab'];

/** Installs all packages, with those that only the laboratory needs, and builds everything. */
export async function prepareLab() {
  checkNode();
  await ensureInstalled();
  await step('Installing the packages of the laboratory', 'The packages of the laboratory are installed', () =>
    runQuietly('Installing the packages of the laboratory', 'npx', [...pnpm('install'), ...LAB], { CI: 'true' }),
  );
  await ensureBuilt();
}
