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
  await check('build', terminal, ensureBuilt);
  endTogether();
  const [format, lint, types, unit, e2e, browser] = inTurn(6);
  // Two lanes for two cores: what has one thread beside what has many and often waits for the database.
  await Promise.all([
    oneByOne(
      () => check('format', format, () => quietly(FORMAT, PRETTIER, '--check', '.')),
      // In a process of its own, whose memory the browsers then have.
      () => check('lint', lint, () => quietly('Lint', 'tools/run.mjs', 'lint')),
      () => check('types', types, () => quietly('The type check of the specs', TSC, '-p', 'tsconfig.json')),
      // One browser at a time: they are the hungriest, and make each other late.
      () => specs('browser', browser, ['--selectProjects', 'browser', '--runInBand', '--passWithNoTests']),
    ),
    oneByOne(
      () => specs('unit', unit, ['--selectProjects', 'unit']),
      () => specs('e2e', e2e, ['--selectProjects', 'e2e', '--passWithNoTests']),
    ),
  ]);
}

async function oneByOne(...steps) {
  for (const step of steps) await step();
}

const FORMAT = 'The format check (npm run format mends it)';
const PRETTIER = 'node_modules/prettier/bin/prettier.cjs';
const TSC = 'node_modules/typescript7/bin/tsc';

async function runSome(args) {
  // Browser specs look at the built pages; the others run from the sources.
  if (browserSpecs().some((path) => args.some((arg) => path.includes(arg)))) await ensureBuilt();
  await specs('some', terminal, args);
}

function browserSpecs() {
  const folders = readdirSync(join(root, 'apps')).map((app) => `apps/${app}/test`);
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
    .filter((path) => path.endsWith('.browser-spec.ts'));
}

/** A step that is right or wrong as a whole; wrong counts as one failure. */
async function check(name, place, work) {
  const start = Date.now();
  let ok = true;
  try {
    await work();
  } catch (error) {
    ok = false;
    totals.failed += 1;
    place.write(`${said(error)}\n`);
  }
  note(name, place, ok, start);
}

function quietly(what, ...script) {
  return runQuietly(what, ...node(...script));
}

async function specs(name, place, args) {
  const start = Date.now();
  const { passed, failed, skipped } = await runJest(name, args, place.listen);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  note(name, place, failed === 0, start, counted({ passed, failed, skipped }));
}

/** Ends a step: its last line, which the summary repeats in the order of the steps. */
function note(name, place, ok, start, detail = '') {
  const mark = styled(ok ? 'green' : 'red', ok ? '✓' : '✗');
  const line = `${mark} ${name.padEnd(8)} ${seconds(Date.now() - start).padStart(7)}  ${detail}`.trimEnd();
  place.end(`${line}\n`);
}

function counted({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function close() {
  if (summary.length > 1) process.stdout.write(`\n${summary.join('\n')}\n`);
  if (totals.failed > 0) process.exitCode = 1;
  process.stdout.write(`\n${counted(totals)}\n`);
}
