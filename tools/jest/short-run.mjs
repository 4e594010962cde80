import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/* The spec files of `npm test`. Those that need a database and no browser take most of the time, and each run has a part of them. */

/** The number of parts. One of them keeps `npm test` within ten minutes on two cores. */
const PARTS = 24;

const NO_COMMIT = '0';

const IN_PARTS = '.e2e-spec.ts';

/** In every run: what compares all operations with their description, and companies with each other, and what kills a worker in a live turn. */
const ALWAYS = /\/(conformance|other-companies|killed-live-turn)[^/]*$/;

/** In every run as well: specs that start Redis. */
const ON_REDIS = /\bBACKENDS\b|redis-server|withProgram\('Redis'/;

/**
 * Those without a database or with a browser, those of every run, those that were changed, and the part of the commit.
 * @param tests `{ path }` of each spec file
 * @param divide into parts: `equalParts` of longest-first.mjs
 */
export function filesOfShortRun(tests, divide, { commit, changed } = workingTree()) {
  const isInPart = ({ path }) =>
    path.endsWith(IN_PARTS) && !ALWAYS.test(path) && !changed.has(path) && !ON_REDIS.test(readFileSync(path, 'utf8'));
  const part = new Set(divide(tests.filter(isInPart), PARTS)[partOf(commit)]);
  return tests.filter((test) => part.has(test) || !isInPart(test));
}

/** From 0: the part of the specs, and the turn of what they sample. @param commit a hash in hexadecimal */
export const partOf = (commit) => Number.parseInt(commit.slice(0, 8), 16) % PARTS;

/** Chooses what a short run has. A downloaded archive, which is no repository, has no commit. */
export function lastCommit() {
  try {
    return commits()[0];
  } catch {
    return NO_COMMIT;
  }
}

/** The commit, and the files that it and the working tree change. */
function workingTree() {
  try {
    const [commit, parent = commit] = commits();
    const paths = [...lines('diff', '--name-only', parent), ...lines('ls-files', '--others', '--exclude-standard')];
    return { commit, changed: new Set(paths.map((path) => join(root, path))) };
  } catch {
    return { commit: NO_COMMIT, changed: new Set() };
  }
}

/** The last one and the one before. */
const commits = () => lines('rev-list', '--max-count=2', '--first-parent', 'HEAD');

const lines = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);
