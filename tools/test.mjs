import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runJest } from './lib/jest.mjs';
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { node, runQuietly } from './lib/run.mjs';
import { fail, seconds, styled } from './lib/say.mjs';

/*
 * `npm test` and CI: everything that can be wrong, in the order in which it is quickest to know.
 * `npm test -- <pattern>` runs only the specs whose path matches, and takes any of Jest's own options.
 */

const totals = { passed: 0, failed: 0, skipped: 0 };
const summary = [];

main().catch((error) => {
  fail(error);
  totals.failed += 1;
  close();
});

async function main() {
  checkNode();
  await ensureInstalled();
  const patterns = process.argv.slice(2);
  if (patterns.length > 0) await runSome(patterns);
  else await runAll();
  close();
}

async function runAll() {
  await check('build', ensureBuilt);
  await check('format', () =>
    runQuietly('The format check (npm run format mends it)', ...node(PRETTIER, '--check', '.')),
  );
  // In a process of its own, whose memory the tests then have.
  await check('lint', () => runQuietly('Lint', ...node('tools/run.mjs', 'lint')));
  await check('types', () => runQuietly('The type check of the specs', ...node(TSC, '-p', 'tsconfig.json')));
  await specs('unit', ['--selectProjects', 'unit']);
  await specs('e2e', ['--selectProjects', 'e2e', '--passWithNoTests']);
  // One after the other: browsers are the hungriest, and two at once on two cores make each other late.
  await specs('browser', ['--selectProjects', 'browser', '--runInBand', '--passWithNoTests']);
}

const PRETTIER = 'node_modules/prettier/bin/prettier.cjs';
const TSC = 'node_modules/typescript7/bin/tsc';

async function runSome(args) {
  // Browser specs look at the built pages; the others run from the sources.
  if (browserSpecs().some((path) => args.some((arg) => path.includes(arg)))) await ensureBuilt();
  await specs('some', args);
}

function browserSpecs() {
  return readdirSync(join(root, 'apps'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.browser-spec.ts') && !path.includes('node_modules'),
  );
}

/** A step that is right or wrong as a whole; wrong counts as one failure. */
async function check(name, work) {
  const start = Date.now();
  let ok = true;
  try {
    await work();
  } catch (error) {
    ok = false;
    totals.failed += 1;
    fail(error);
  }
  note(name, ok, start);
}

async function specs(name, args) {
  const start = Date.now();
  const { passed, failed, skipped } = await runJest(name, args);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  note(name, failed === 0, start, counted({ passed, failed, skipped }));
}

function note(name, ok, start, detail = '') {
  const line =
    `${styled(ok ? 'green' : 'red', ok ? '✓' : '✗')} ${name.padEnd(8)} ${seconds(Date.now() - start).padStart(7)}  ${detail}`.trimEnd();
  summary.push(line);
  process.stdout.write(`${line}\n`);
}

function counted({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function close() {
  if (summary.length > 1) process.stdout.write(`\n${summary.join('\n')}\n`);
  if (totals.failed > 0) process.exitCode = 1;
  process.stdout.write(`\n${counted(totals)}\n`);
}
