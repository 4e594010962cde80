import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from './processes.ts';
import { root } from './root.mjs';

const TSC = join(root, 'node_modules/typescript7/bin/tsc');
const VITE = join(root, 'node_modules/vite/bin/vite.js');

/**
 * Rebuilds changed code: one compiler for the two servers and their libs, one Vite for each app with a page. API and
 * worker run under `node --watch` and restart when their files change.
 */
export function startWatching(processes: Processes): void {
  const servers = ['apps/api', 'apps/worker'].map((project) => join(root, project));
  // TypeScript 7's script starts the actual compiler, and does not stop it when the script ends.
  processes.start('build', [TSC, '-b', '--watch', '--preserveWatchOutput', ...servers], {}, { asGroup: true });
  for (const app of readdirSync(join(root, 'apps'))) {
    const folder = join(root, 'apps', app);
    if (existsSync(join(folder, 'vite.config.ts'))) {
      processes.start(app, [VITE, 'build', '--watch', '--mode', 'development', '--logLevel', 'warn', folder], {});
    }
  }
}
