import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const at = (path: string): URL => new URL(path, import.meta.url);
const run = promisify(execFile);

describe('the Python client', () => {
  it('is that of the OpenAPI document: `npm run sdk` writes it', async () => {
    const { generate } = (await import(at('../generate.mjs').href)) as { generate: () => Record<string, string> };
    for (const [name, text] of Object.entries(generate())) {
      // As a boolean: a difference between two files of thousands of lines is hard to read.
      const isCurrent = (await readFile(at(`billhook/${name}`), 'utf8')) === text;
      expect([name, isCurrent]).toEqual([name, true]);
    }
  });

  it('is packed as the same wheel in every time zone, under the name that the guide installs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'billhook-wheel-'));
    try {
      const digests = [];
      for (const TZ of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await run(process.execPath, [fileURLToPath(at('../pack.mjs')), folder], { env: { TZ } });
        const [wheel = ''] = await readdir(folder);
        digests.push([
          wheel,
          createHash('sha256')
            .update(await readFile(join(folder, wheel)))
            .digest('hex'),
        ]);
      }
      expect(digests[1]).toEqual(digests[0]);
      const guide = await readFile(at('../../../apps/docs/guides/python.md'), 'utf8');
      expect(guide).toContain(`/docs/${digests[0]?.[0]}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
