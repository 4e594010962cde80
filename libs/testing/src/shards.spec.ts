import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { treeFiles } from '../../../tools/lib/tree.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Sequenced {
  readonly path: string;
}

interface WorkingTree {
  readonly commit: string;
  readonly changed: ReadonlySet<string>;
}

interface ShortRunModule {
  readonly filesOfShortRun: (tests: readonly Sequenced[], divide: Divide, tree: WorkingTree) => readonly Sequenced[];
  readonly partOf: (commit: string) => number;
}

type Divide = (tests: readonly Sequenced[], count: number) => readonly (readonly Sequenced[])[];

interface SequencerModule {
  readonly estimate: (path: string) => number;
  readonly shortEstimate: (path: string) => number;
  readonly shortParts: Divide;
  readonly default: new (options: { contexts: never[]; globalConfig: object }) => {
    shard(tests: readonly Sequenced[], options: { shardIndex: number; shardCount: number }): Sequenced[];
  };
}

const toolOf = (path: string): Promise<unknown> => import(pathToFileURL(join(root, 'tools', path)).href);
const sequencing = (await toolOf('jest/longest-first.mjs')) as SequencerModule;
const { default: LongestFirst, estimate, shortEstimate, shortParts } = sequencing;
const { filesOfShortRun, partOf } = (await toolOf('jest/short-run.mjs')) as ShortRunModule;

const tests = [...treeFiles()].filter((path) => /spec\.ts$/.test(path)).map((path) => ({ path: join(root, path) }));

function sharesOf(order: readonly Sequenced[], shardCount: number): string[][] {
  const sequencer = new LongestFirst({ contexts: [], globalConfig: {} });
  return Array.from({ length: shardCount }, (_, index) =>
    sequencer.shard(order, { shardIndex: index + 1, shardCount }).map(({ path }) => path),
  );
}

describe('a run that is divided over machines', () => {
  it.each([1, 2, 4, 7])('runs each spec file once on %i machines', (count) => {
    const all = sharesOf(tests, count).flat();
    expect(all.toSorted()).toEqual(tests.map(({ path }) => path).toSorted());
  });

  it('gives each machine about the same work', () => {
    const times = sharesOf(tests, 4).map((paths) => paths.reduce((sum, path) => sum + estimate(path), 0));
    expect(Math.max(...times)).toBeLessThan(1.05 * Math.min(...times));
  });

  it('divides alike on machines that find the files in another order', () => {
    expect(sharesOf(tests.toReversed(), 4)).toEqual(sharesOf(tests, 4));
  });
});

describe('a short run', () => {
  const COMMITS = Array.from({ length: 24 }, (_, part) => part.toString(16).padStart(8, '0'));
  const pathsOf = (commit: string, changed: readonly string[] = []): string[] =>
    filesOfShortRun(tests, shortParts, { commit, changed: new Set(changed) }).map(({ path }) => path);
  const runs = COMMITS.map((commit) => pathsOf(commit));
  const isInAll = (path: string): boolean => runs.every((paths) => paths.includes(path));

  it('of each commit has a part, and every spec file is in a part', () => {
    expect(COMMITS.map(partOf)).toEqual(COMMITS.map((_, part) => part));
    expect(partOf('cb5b88e2f7a1')).toBe(0xcb5b88e2 % 24);
    expect([...new Set(runs.flat())].toSorted()).toEqual(tests.map(({ path }) => path).toSorted());
  });

  it('has each spec file without a database, each with a browser, and each that compares or runs on Redis', () => {
    const always = tests.filter(({ path }) => isInAll(path)).map(({ path }) => path.slice(root.length));
    const [parts, whole] = [
      always.filter((path) => /e2e-spec/.test(path)),
      always.filter((path) => !/e2e-spec/.test(path)),
    ];
    expect(whole).toHaveLength(tests.filter(({ path }) => !path.includes('.e2e-spec.')).length);
    expect(parts).toEqual(
      expect.arrayContaining([
        'apps/api/test/request/conformance-access.e2e-spec.ts',
        'apps/api/test/request/other-companies.e2e-spec.ts',
        'apps/worker/test/chaos/redis-faults.e2e-spec.ts',
        'apps/worker/test/installation/shared-redis.e2e-spec.ts',
        'apps/worker/test/webhooks/queue.e2e-spec.ts',
      ]),
    );
    expect(parts.length).toBeLessThan(20);
  });

  it('has each spec file that starts Redis', () => {
    const onRedis = tests.filter(
      ({ path }) => /\.e2e-spec/.test(path) && /redis-server/.test(readFileSync(path, 'utf8')),
    );
    expect(onRedis.length).toBeGreaterThan(5);
    expect(onRedis.filter(({ path }) => !isInAll(path))).toEqual([]);
  });

  it('has about the same work for each commit', () => {
    const times = runs.map((paths) => paths.reduce((sum, path) => sum + shortEstimate(path), 0));
    expect(Math.max(...times)).toBeLessThan(1.05 * Math.min(...times));
  });

  it('has the spec files that the commit or the working tree changes', () => {
    const [other] = tests.filter(({ path }) => !runs[0]?.includes(path)).map(({ path }) => path);
    expect(pathsOf('00000000', [other ?? ''])).toContain(other);
  });
});
