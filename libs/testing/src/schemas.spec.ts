import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { specFiles } from '../../../tools/lib/spec-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface SchemasModule {
  readonly WITH_ONE_SCHEMA: Readonly<Record<string, string>>;
  readonly isSplit: (path: string, schemas: 'one' | 'split' | number) => boolean;
}

const tool = pathToFileURL(join(root, 'tools/jest/schemas.mjs')).href;
const { isSplit, WITH_ONE_SCHEMA } = (await import(tool)) as SchemasModule;

const chosen = (schemas: 'one' | 'split' | number): string[] =>
  specFiles().filter((path) => isSplit(join(root, path), schemas));

describe('the spec files with tables in two schemas', () => {
  it('are none, all that can, or a tenth', () => {
    const all = specFiles().length;
    expect(chosen('one')).toEqual([]);
    expect(chosen('split')).toHaveLength(all - Object.keys(WITH_ONE_SCHEMA).length);
    for (const seed of [1, 2, 3]) {
      expect(chosen(seed).length).toBeGreaterThan(all / 20);
      expect(chosen(seed).length).toBeLessThan(all / 5);
      expect(chosen(seed)).toEqual(chosen(seed));
    }
    expect(chosen(1)).not.toEqual(chosen(2));
  });

  it('exist, if they are left out', () => {
    const files = specFiles();
    expect(Object.keys(WITH_ONE_SCHEMA).filter((path) => !files.includes(path))).toEqual([]);
  });
});
