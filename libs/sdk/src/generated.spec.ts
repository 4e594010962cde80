import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { format, type FormatConfig } from 'oxfmt';

const GENERATOR = new URL('../generate.mjs', import.meta.url);
const FOLDER = new URL('generated/', import.meta.url);
const STYLE = new URL('../../../.oxfmtrc.json', import.meta.url);

describe('the generated types and methods', () => {
  it('are those of the OpenAPI document: `npm run sdk` writes them', async () => {
    const { generate } = (await import(GENERATOR.href)) as { generate: () => Promise<Record<string, string>> };
    const style = JSON.parse(await readFile(STYLE, 'utf8')) as FormatConfig;
    for (const [name, text] of Object.entries(await generate())) {
      const { code } = await format(name, text, style);
      // As a boolean: the difference of two files of thousands of lines says little.
      expect([name, (await readFile(new URL(name, FOLDER), 'utf8')) === code]).toEqual([name, true]);
    }
  });

  it('are those of the nodes of n8n as well', async () => {
    const nodes = new URL('../../n8n-nodes-billhook/', import.meta.url);
    const { generate } = (await import(new URL('generate.mjs', nodes).href)) as {
      generate: () => Record<string, string>;
    };
    for (const [name, text] of Object.entries(generate()))
      expect([name, (await readFile(new URL(name, nodes), 'utf8')) === text]).toEqual([name, true]);
  });
});
