import { constants } from 'node:os';
import { lastCommit, partOf } from './jest/short-run.mjs';
import { unneededCrossings } from './jest/side-watch.mjs';
import { specsWithTwoCells } from './jest/spec-cells.mjs';
import { InTurn } from './lib/in-turn.ts';
import { runJest, usedServers } from './lib/jest.mjs';
import { checkNode, ensureBuilt, ensureBuiltForSpecs, ensureInstalled } from './lib/prepare.mjs';
import { endTogether, node, runQuietly } from './lib/run.mjs';
import { fail, Fault, said, seconds, styled } from './lib/say.mjs';
import { specFiles, unmatchedPatterns, unmatchedSentence } from './lib/spec-files.ts';
import { checkReport, testReport } from './lib/test-report.mjs';

/*
 * `npm test` and CI: all checks, and the spec files of a short run (tools/jest/short-run.mjs).
 * `npm run test:full` runs all spec files, with the long proofs, which `npm test` omits or shortens (TEST_SIZE in libs/platform/src/spec-env.ts).
 * `npm test -- <pattern>` runs only the specs whose path matches, in full, and accepts all Jest options.
 * CI divides the full run: `npm run check` is everything except the specs, and `npm run test:full -- --shard=2/4` a part of the specs.
 */

const totals = { passed: 0, failed: 0, skipped: 0 };
/** What the run used and left out. */
const report = [];
const checks = [];
const isFull = process.argv[2] === '--full';
const words = process.argv.slice(isFull ? 3 : 2);
const isCheck = words[0] === '--checks';
const shard = words.length === 1 ? words.find((word) => word.startsWith('--shard=')) : undefined;
const patterns = isCheck || shard ? [] : words;
const planned = {
  some: patterns.length > 0,
  build: patterns.length === 0,
  specs: patterns.length === 0 && !isCheck,
  cells: patterns.length === 0 && !isCheck,
  postgres: isFull && patterns.length === 0 && !shard,
  format: patterns.length === 0 && !shard,
  types: patterns.length === 0 && !shard,
  lint: patterns.length === 0 && !shard,
};
const steps = new InTurn(Object.keys(planned).filter((name) => planned[name]));

main().catch((error) => {
  fail(error);
  totals.failed += 1;
  close();
});

async function main() {
  checkNode();
  await ensureInstalled();
  if (patterns.length > 0) await runSome();
  else await runAll();
  close();
}

async function runAll() {
  endTogether();
  Object.assign(process.env, { ...GO, ...process.env });
  // Neither the build nor the specs keep all cores busy. Other checks use what is left.
  await Promise.all([
    oneByOne(
      () => check('build', isCheck ? ensureBuilt : ensureBuiltForSpecs),
      // All kinds in one run of Jest, which starts the longest specs first: none of them runs alone at the end.
      () => planned.specs && allSpecs(),
      () => planned.cells && cellSpecs(),
      // After the specs, because each version has its own server.
      () =>
        planned.postgres &&
        check('postgres', () => runQuietly('The specs on other versions', ...node('tools/test-postgres.ts'), ALL)),
    ),
    oneByOne(
      () =>
        planned.format && check('format', () => aside('The format check (npm run format fixes it)', OXFMT, '--check')),
      () => planned.types && check('types', checkTypes),
      // In a separate process, whose memory the specs get afterwards.
      () => planned.lint && check('lint', () => aside('Lint', 'tools/run.ts', 'lint')),
    ),
  ]);
}

// All specs run after the build, so other processes run from it.
const ALL = isFull
  ? { TEST_PROGRAMS: 'dist' }
  : { TEST_PROGRAMS: 'dist', TEST_SIZE: 'short', TEST_TURN: String(partOf(lastCommit())) };

/*
 * For the checkers of types and the linter, which are written in Go. One thread and less garbage collection take half the CPU time,
 * which belongs to the specs in the meantime.
 */
const GO = { GOMAXPROCS: '1', GOGC: '400' };

const OXFMT = 'node_modules/oxfmt/bin/oxfmt';
const TSC = 'node_modules/typescript7/bin/tsc';

// The configurations of specs, programs and tools, and of projects with their own libraries or compiler rules.
// A page is separate, because its texts have their own types.
const TYPED = [
  ...['tsconfig.json', 'tsconfig.servers.json', 'tools'],
  ...['libs/sdk', 'libs/n8n-nodes-billhook', 'apps/portal', 'apps/public', 'apps/settings'],
];

/** With one checker per program: several check the types of packages that they share once each, which takes twice the CPU time. */
async function checkTypes() {
  for (const project of TYPED)
    await aside(
      `The type check of ${project}`,
      TSC,
      '-p',
      project,
      '--noEmit',
      '--composite',
      'false',
      '--checkers',
      '1',
    );
}

async function oneByOne(...works) {
  for (const work of works) await work();
}

/** Runs a tool with low priority, which avoids delaying the specs. */
function aside(what, ...script) {
  return runQuietly(what, ...node(...script), {}, constants.priority.PRIORITY_BELOW_NORMAL);
}

async function runSome() {
  const unmatched = unmatchedPatterns(patterns);
  if (unmatched.length > 0) throw new Fault(unmatchedSentence(unmatched));
  // Browser specs test the built pages; the others run from the sources.
  if (browserSpecs().some((path) => patterns.some((pattern) => path.includes(pattern)))) await ensureBuilt();
  await specs('some', patterns);
}

const browserSpecs = () => specFiles().filter((path) => path.endsWith('.browser-spec.ts'));

/** A step that passes or fails as a whole; a failure counts as one. */
async function check(name, work) {
  const start = Date.now();
  let ok = true;
  try {
    await work();
  } catch (error) {
    ok = false;
    totals.failed += 1;
    steps.write(name, `${said(error)}\n`);
  }
  checks.push({ name, ok });
  note(name, ok, start);
}

/** @param listen gets the output of Jest; without it Jest writes to the terminal */
async function specs(name, args, env = {}, listen = undefined) {
  const start = Date.now();
  const { passed, failed, skipped, results, isHung } = await runJest(name, args, env, listen);
  if (isHung) report.push('A worker of Jest did not exit by itself: a spec has left something open.');
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  note(name, failed === 0, start, counted({ passed, failed, skipped }));
  return results;
}

async function allSpecs() {
  const results = await specs('specs', shard ? [shard] : [], ALL, (text) => steps.write('specs', text));
  const servers = usedServers();
  if (!results || !servers) return;
  const { lines, unexplained } = testReport(servers, results);
  report.push(...lines);
  totals.failed += unexplained.length;
  if (!isFull)
    report.push(`Ran ${results.numTotalTestSuites} of ${specFiles().length} spec files (npm run test:full runs all).`);
  // A failed spec may not have come to the statement, and a part of the specs needs a part of the lists.
  if (!isFull || shard || results.numFailedTests > 0) return;
  const unneeded = await unneededCrossings();
  for (const entry of unneeded)
    report.push(`Nothing needs the ${entry}: remove it from libs/testing/src/side-crossings.ts.`);
  totals.failed += unneeded.length;
}

/** The specs again, with the companies in two cells: in a full run all, otherwise a tenth that the commit chooses. */
async function cellSpecs() {
  const files = specsWithTwoCells(specFiles(), isFull ? undefined : lastCommit());
  const args = [...(shard ? [shard] : []), '--runTestsByPath', ...files];
  await specs('cells', args, { ...ALL, TEST_CELLS: '2' }, (text) => steps.write('cells', text));
}

function note(name, ok, start, detail = '') {
  const mark = styled(ok ? 'green' : 'red', ok ? '✓' : '✗');
  steps.end(name, `${mark} ${name.padEnd(8)} ${seconds(Date.now() - start).padStart(7)}  ${detail}`.trimEnd());
}

function counted({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function close() {
  // Otherwise the output of specs is between the lines.
  if (!isCheck && steps.lines.length > 1) process.stdout.write(`\n${steps.lines.join('\n')}\n`);
  if (report.length > 0) process.stdout.write(`\n${report.join('\n')}\n`);
  if (totals.failed > 0) process.exitCode = 1;
  process.stdout.write(`\n${isCheck ? checkReport(checks) : counted(totals)}\n`);
}
