import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/* Reads every statement that the product sends while the specs run: libs/testing/src/side-watch.ts says what it looks for. */

const folder = join(root, '.data/test-results');
/** The entries of the lists that a run needed, one in each line. */
const NEEDED = join(folder, 'side-crossings.txt');

/** The set-up of a run: reads from the template what functions and triggers do, once for all workers. */
export async function prepareSides(query) {
  const { SCHEMA_EFFECTS } = await import('../../libs/testing/src/statement-sides.ts');
  process.env.TEST_SCHEMA_EFFECTS = JSON.stringify(await query(SCHEMA_EFFECTS));
  mkdirSync(folder, { recursive: true });
  rmSync(NEEDED, { force: true });
}

let watching;

/** Watches the connections of this worker, from its first spec file on. A run of unit specs has no database. */
export function watchSides() {
  const effects = process.env.TEST_SCHEMA_EFFECTS;
  if (effects) watching ??= start(JSON.parse(effects));
  return watching;
}

async function start(effects) {
  const watch = await import('../../libs/testing/src/side-watch.ts');
  watch.watchConnections(effects);
  return watch;
}

/** The result of a spec file, failed if a statement or a transaction has crossed the sides without being listed. */
export async function withinSides(running) {
  const result = await running;
  const watch = await watching;
  if (!watch) return result;
  const { unlisted, needed } = watch.takeCrossings();
  if (needed.length > 0) appendFileSync(NEEDED, `${needed.join('\n')}\n`);
  if (unlisted.length === 0) return result;
  const message = unlisted.map(watch.crossingFault).join('\n');
  const failureMessage = [result.failureMessage, `  ● Sides of tables\n\n${message}\n`].filter(Boolean).join('\n');
  return { ...result, failureMessage, testExecError: { message, stack: message } };
}

/** The entries of the lists that a run of all specs did not need. */
export async function unneededCrossings() {
  if (!existsSync(NEEDED)) return [];
  const { CROSSING_ENTRIES } = await import('../../libs/testing/src/side-crossings.ts');
  const needed = new Set(readFileSync(NEEDED, 'utf8').split('\n'));
  return CROSSING_ENTRIES.filter((entry) => !needed.has(entry));
}
