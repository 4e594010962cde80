/* The last lines of a run: the servers and programs that the specs used for real, and what was left out; or what the checks found. */

/** In the name of a skipped test or block, by libs/testing/src/skipped.ts. */
const REASON = / \[([^\]]+)\](?= |$)/;

/**
 * @param servers `{ ran: { Redis: '7.0.15' }, without: { Go: 'snippets in Go' } }`, as tools/jest/real-servers.mjs stores them
 * @param results the JSON results of Jest
 * @returns the lines, and the names of skipped tests without a reason, which count as failures
 */
export function testReport(servers, results) {
  const skipped = results.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending' || status === 'todo');
  const counts = new Map();
  const unexplained = [];
  for (const { fullName } of skipped) {
    const reason = REASON.exec(fullName)?.[1];
    if (reason === undefined) unexplained.push(fullName);
    else counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const ran = Object.entries(servers.ran).map(([name, version]) => `${name} ${version}`);
  const lines = [`Ran with ${ran.join(', ')}.`];
  for (const [name, what] of Object.entries(servers.without))
    lines.push(`Not run: ${what} (${name} is not installed).`);
  for (const [reason, count] of counts) {
    if (!/^\w+ is not installed$/.test(reason)) lines.push(`Not run: ${tests(count)} (${reason}).`);
  }
  for (const name of unexplained) lines.push(`Skipped without a reason: ${name}.`);
  return { lines, unexplained };
}

/**
 * The last line of a run without specs.
 * @param {readonly { name: string, ok: boolean }[]} checks in the order in which they ended
 */
export function checkReport(checks) {
  const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  if (checks.length === 0) return 'No check has run.';
  if (failed.length === 0) return `All ${checks.length} checks passed.`;
  return `${failed.length} of ${checks.length} checks failed: ${failed.join(', ')}.`;
}

const tests = (count) => (count === 1 ? '1 test' : `${count} tests`);
