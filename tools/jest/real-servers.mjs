import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

const ran = {};

/**
 * Stores which servers and programs this run uses, for its last lines (tools/lib/test-report.mjs).
 * @param started versions of what the run has started itself, by name
 */
export async function storeServers(started) {
  const { installedVersion, PROGRAMS } = await import('../../libs/testing/src/installed-programs.ts');
  Object.assign(ran, started);
  const without = {};
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const version = installedVersion(name);
    if (version) ran[name] = version;
    else without[name] = program.without;
  }
  const folder = join(root, '.data/test-results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'servers.json'), JSON.stringify({ ran, without }));
}
