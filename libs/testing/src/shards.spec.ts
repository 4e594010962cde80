import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { treeFiles } from '../../../tools/lib/tree.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Sequenced {
  readonly path: string;
}

interface SequencerModule {
  readonly estimate: (path: string) => number;
  readonly default: new (options: { contexts: never[]; globalConfig: object }) => {
    shard(tests: readonly Sequenced[], options: { shardIndex: number; shardCount: number }): Sequenced[];
  };
}

const toolOf = (path: string): Promise<unknown> => import(pathToFileURL(join(root, 'tools', path)).href);
const { default: LongestFirst, estimate } = (await toolOf('jest/longest-first.mjs')) as SequencerModule;

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
