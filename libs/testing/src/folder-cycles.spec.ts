import { describe, expect, it } from '@jest/globals';

interface FolderCyclesModule {
  readonly folderCycles: (imports: readonly (readonly [string, string])[]) => string[];
}

const file = new URL('../../../tools/lib/folder-cycles.mjs', import.meta.url);
const { folderCycles } = (await import(file.href)) as FolderCyclesModule;

/** Imports as text: `a/b.ts > c/d.ts`. */
const found = (...imports: string[]) =>
  folderCycles(imports.map((text) => text.split(' > ') as [string, string])).map((text) => text.split('\n')[0]);

describe('folders that import each other', () => {
  it.each([
    ['nothing imports anything', [], []],
    ['imports point downwards', ['l/a/x.ts > l/b/x.ts', 'l/b/x.ts > l/c/x.ts', 'l/a/y.ts > l/c/y.ts'], []],
    ['files of one folder', ['l/a/x.ts > l/a/y.ts', 'l/a/y.ts > l/a/x.ts'], []],
    ['two folders', ['l/a/x.ts > l/b/x.ts', 'l/b/y.ts > l/a/y.ts'], ['l: a, b']],
    ['three folders', ['l/a/x.ts > l/b/x.ts', 'l/b/y.ts > l/c/y.ts', 'l/c/z.ts > l/a/z.ts'], ['l: a, b, c']],
    ['a root and its folder', ['l/x.ts > l/a/x.ts', 'l/a/y.ts > l/y.ts'], ['l: a, its own files']],
    ['a root above its folders', ['l/x.ts > l/a/x.ts', 'l/x.ts > l/b/x.ts', 'l/a/x.ts > l/b/y.ts'], []],
    ['folders within two folders', ['l/a/m/x.ts > l/b/n/x.ts', 'l/b/o/y.ts > l/a/p/y.ts'], ['l: a, b']],
    ['a folder and one within it', ['l/a/m/x.ts > l/a/y.ts', 'l/a/y.ts > l/a/m/z.ts'], ['l/a: its own files, m']],
    [
      'two groups, and a folder that both use',
      [
        'l/a/x.ts > l/b/x.ts',
        'l/b/x.ts > l/a/y.ts',
        'm/c/x.ts > m/d/x.ts',
        'm/d/x.ts > m/c/y.ts',
        'l/a/x.ts > m/c/z.ts',
      ],
      ['l: a, b', 'm: c, d'],
    ],
    ['two projects', ['libs/a/src/x.ts > libs/b/src/x.ts', 'libs/b/src/y.ts > libs/a/src/y.ts'], ['libs: a, b']],
  ])('%s', (_, imports, groups) => {
    expect(found(...imports)).toEqual(groups);
  });

  it('names an import for each pair', () => {
    expect(
      folderCycles([
        ['l/a/x.ts', 'l/b/x.ts'],
        ['l/b/y.ts', 'l/a/y.ts'],
      ]),
    ).toEqual(['l: a, b\n  l/a/x.ts → l/b/x.ts\n  l/b/y.ts → l/a/y.ts']);
  });
});
