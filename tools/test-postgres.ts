import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runJest } from './lib/jest.mjs';
import { checkNode, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { runLoudly } from './lib/run.mjs';
import { fail, Fault } from './lib/say.mjs';
import { unmatchedPatterns, unmatchedSentence } from './lib/spec-files.ts';

interface SpecCounts {
  readonly passed: number;
  readonly failed: number;
}

/*
 * `npm run test:postgres` runs the specs that depend most on the version of PostgreSQL on every supported one, and `npm run test:full` does
 * so as well. `npm run test:postgres -- 15 16` runs them on some versions, and words such as `lists` select other specs.
 */

const SPECS = ['operator-database', 'session-settings', 'kept-plans', 'claim-plan', 'relay-turn', 'retention.e2e'];

const SOURCES = pathToFileURL(join(root, 'tools/lib/register-sources.mjs')).href;

async function main(args: readonly string[]): Promise<void> {
  checkNode();
  await ensureInstalled();
  // From the sources, because it also runs without a build.
  if (!process.execArgv.includes(SOURCES)) {
    process.exitCode = await runLoudly(process.execPath, ['--import', SOURCES, ...process.argv.slice(1)]);
    return;
  }
  const { startVersion, VERSIONS } = await import('./lib/postgres-version.ts');
  const unknown = args.find((word) => /^\d+$/.test(word) && !VERSIONS.includes(word));
  if (unknown) throw new Fault(`PostgreSQL ${unknown} is not supported. Use one of ${VERSIONS.join(', ')}.`);
  const asked = args.filter((word) => VERSIONS.includes(word));
  const words = args.filter((word) => !VERSIONS.includes(word));
  const unmatched = unmatchedPatterns(words);
  if (unmatched.length > 0) throw new Fault(unmatchedSentence(unmatched));
  for (const version of asked.length > 0 ? asked : VERSIONS) {
    process.stdout.write(`\nPostgreSQL ${version}\n`);
    const server = await startVersion(version);
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= server.stop());
    const onSignal = () => void stop().finally(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, onSignal);
    try {
      const env = { TEST_DATABASE_URL: server.url };
      const specs = words.length > 0 ? words : SPECS;
      const { passed, failed } = (await runJest(`postgres-${version}`, specs, env)) as SpecCounts;
      process.stdout.write(`PostgreSQL ${version}: ${passed} passed, ${failed} failed\n`);
      if (failed > 0) process.exitCode = 1;
    } finally {
      await stop();
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, onSignal);
    }
  }
}

main(process.argv.slice(2)).catch(fail);
