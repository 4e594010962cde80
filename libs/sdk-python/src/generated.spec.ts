import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const load = (path: string): Promise<unknown> => import(new URL(path, import.meta.url).href);

describe('the Python client', () => {
  it('is that of the OpenAPI document: `npm run sdk` writes it', async () => {
    const { generate } = (await load('../generate.mjs')) as { generate: () => Record<string, string> };
    for (const [name, text] of Object.entries(generate())) {
      // As a boolean: the difference of two files of thousands of lines says little.
      const isCurrent = (await readFile(new URL(`billhook/${name}`, import.meta.url), 'utf8')) === text;
      expect([name, isCurrent]).toEqual([name, true]);
    }
  });

  it('is packed as the same wheel each time, under the name that the guide installs', async () => {
    const { pack } = (await load('../pack.mjs')) as { pack: (target: string) => string };
    const folder = await mkdtemp(join(tmpdir(), 'billhook-wheel-'));
    try {
      const first = await readFile(pack(folder));
      const file = pack(folder);
      expect((await readFile(file)).equals(first)).toBe(true);
      const guide = await readFile(new URL('../../../apps/docs/guides/python.md', import.meta.url), 'utf8');
      expect(guide).toContain(`/docs/${file.slice(folder.length + 1)}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
