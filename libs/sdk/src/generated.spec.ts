import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { format, resolveConfig } from 'prettier';

const GENERATOR = new URL('../generate.mjs', import.meta.url);
const FOLDER = new URL('generated/', import.meta.url);

describe('the generated types and methods', () => {
  it('are those of the OpenAPI document: `npm run sdk` writes them', async () => {
    const { generate } = (await import(GENERATOR.href)) as { generate: () => Promise<Record<string, string>> };
    for (const [name, text] of Object.entries(await generate())) {
      const file = new URL(name, FOLDER);
      const options = { ...(await resolveConfig(file)), parser: 'typescript' };
      // As a boolean: the difference of two files of thousands of lines says little.
      expect([name, (await readFile(file, 'utf8')) === (await format(text, options))]).toEqual([name, true]);
    }
  });
});
