import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');

interface SpecCellsModule {
  readonly WITH_ONE_CELL: Readonly<Record<string, string>>;
  readonly specsWithTwoCells: (files: readonly string[], seed?: string) => string[];
}

const tool = pathToFileURL(join(root, 'tools/jest/spec-cells.mjs')).href;
const { specsWithTwoCells, WITH_ONE_CELL } = (await import(tool)) as SpecCellsModule;

const files = Array.from({ length: 200 }, (_, n) => `apps/api/test/invoicing/made-up-${n}.e2e-spec.ts`);

describe('the spec files that run with two cells', () => {
  it('are all but those that are named, which exist and become fewer', () => {
    const named = Object.keys(WITH_ONE_CELL);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(named.length).toBeLessThanOrEqual(35);
    expect(specsWithTwoCells([...files, ...named, 'apps/api/src/access/access.gate.spec.ts'])).toEqual(files);
  });

  it('are a tenth for a seed, and another one for another seed', () => {
    const [one, other] = ['a', 'b'].map((seed) => specsWithTwoCells(files, seed));
    expect(specsWithTwoCells(files, 'a')).toEqual(one);
    expect(one).not.toEqual(other);
    for (const part of [one, other]) expect(part?.length).toBeGreaterThan(5);
    for (const part of [one, other]) expect(part?.length).toBeLessThan(40);
  });
});
