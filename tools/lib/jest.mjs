import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forgetCpuTimes, withCpuTimes } from '../jest/cpu-time.mjs';
import { root } from './root.mjs';
import { node, runLoudly } from './run.mjs';
import { dataDir } from './settings.ts';

const sources = pathToFileURL(join(root, 'tools/lib/register-sources.mjs')).href;

/** Written by tools/jest/real-servers.mjs. */
const SERVERS = join(dataDir, 'test-results/servers.json');

/** Jest writes it, and passes. */
const HUNG = 'A worker process has failed to exit gracefully';

const COUNTS = { passed: 'numPassedTests', failed: 'numFailedTests', pending: 'numPendingTests', todo: 'numTodoTests' };

/**
 * Runs Jest and counts. A spec file that could not run counts as one failed test.
 * @param env variables for the specs (libs/platform/src/spec-env.ts)
 * @param listen gets the output of Jest; without it Jest writes to the terminal
 */
export async function runJest(name, args, env = {}, listen = undefined) {
  const folder = join(dataDir, 'test-results');
  const outputFile = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(outputFile, { force: true });
  rmSync(SERVERS, { force: true });
  forgetCpuTimes();
  const [command, jest] = node('node_modules/jest/bin/jest.js', ...args, '--json', '--outputFile', outputFile);
  // Its processes and their threads also run from the sources.
  let output = '';
  const heard =
    listen &&
    ((text) => {
      output += text;
      listen(text);
    });
  const code = await runLoudly(command, ['--import', sources, ...jest], env, heard);
  const results = existsSync(outputFile) ? withCpuTimes(JSON.parse(readFileSync(outputFile, 'utf8'))) : undefined;
  if (results) writeFileSync(outputFile, JSON.stringify(results));
  else listen?.(`Jest ended without a result (exit code ${code}).\n`);
  const count = (key) => results?.[COUNTS[key]] ?? 0;
  const broken = results?.numRuntimeErrorTestSuites ?? 0;
  const failed = count('failed') + broken;
  return {
    passed: count('passed'),
    // Anything that Jest did not count (no test found, a failed set-up) is also a failure.
    failed: code === 0 && results ? failed : Math.max(failed, 1),
    skipped: count('pending') + count('todo'),
    results,
    // A spec has left something open.
    isHung: output.includes(HUNG),
  };
}

/** What the last run used. Undefined if it started no server. */
export function usedServers() {
  return existsSync(SERVERS) ? JSON.parse(readFileSync(SERVERS, 'utf8')) : undefined;
}
