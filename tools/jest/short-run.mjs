import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/* The spec files of `npm test`. Those that need a database and no browser take most of the time, and each run has a part of them. */

/** The number of parts. One of them keeps `npm test` within ten minutes on two cores. */
const PARTS = 10;

const IN_PARTS = '.e2e-spec.ts';

/** In every run: what compares all operations with their description, companies and stored texts, and what kills a worker in a live turn. */
const ALWAYS = /\/(conformance|other-companies|stored-texts|killed-live-turn|redis-faults)[^/]*$/;

/** In every run as well: specs that run once on PostgreSQL and once on Redis. */
const ON_REDIS = /\bBACKENDS\b/;

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

/** From 0. @param commit a hash in hexadecimal */
export const partOf = (commit) => Number.parseInt(commit.slice(0, 8), 16) % PARTS;

/** The commit, and the files that it and the working tree change. A downloaded archive, which is no repository, has neither. */
function workingTree() {
  try {
    const [commit, parent = commit] = lines('rev-list', '--max-count=2', '--first-parent', 'HEAD');
    const paths = [...lines('diff', '--name-only', parent), ...lines('ls-files', '--others', '--exclude-standard')];
    return { commit, changed: new Set(paths.map((path) => join(root, path))) };
  } catch {
    return { commit: '0', changed: new Set() };
  }
}

const lines = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);
