import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { build, defaultClientConditions } from 'vite';

const ENTRY = 'virtual:program';
const PROGRAM = `import { Billhook } from '@billhook/sdk';
  import { verify } from '@billhook/sdk/webhooks';
  export const program = (options) => [new Billhook(options).invoices, verify];`;

it('the client and the verification take at most 15 KiB of a bundle', async () => {
  const result = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    ...{ configFile: false, logLevel: 'silent' },
    resolve: { conditions: ['@billhook/source', ...defaultClientConditions] },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? PROGRAM : undefined),
      },
    ],
    build: { write: false, minify: true, rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' } },
  });
  const output = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  expect(code).toContain('/v1/invoices');
  expect(gzipSync(code).length).toBeLessThanOrEqual(15 * 1024);
});
