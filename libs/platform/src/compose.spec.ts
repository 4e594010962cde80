import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { envSchema } from './env.js';
import { parseEnv } from './load-env.js';

/** The settings of the processes in docker-compose.yml, with the defaults of its variables. */
async function composeSettings(): Promise<Record<string, string>> {
  const text = await readFile(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
  const block = /environment: &environment\n((?: {4}\S.*\n)+)/.exec(text)?.[1] ?? '';
  const lines = [...block.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [
      name,
      value
        .replace(/^'(.*)'$/, '$1')
        .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
        .replace(/\$\{\w+:\?[^}]*\}/g, 'a-secret-that-somebody-made-and-kept-apart'),
    ]),
  );
}

describe('docker-compose.yml', () => {
  it('contains only existing settings', async () => {
    const names = Object.keys(await composeSettings());
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !Object.hasOwn(envSchema.shape, name))).toEqual([]);
  });

  it('has values that the processes accept', async () => {
    expect(parseEnv(await composeSettings()).errors).toBeUndefined();
  });

  it('starts the programs with the options that npm start gives the API', async () => {
    const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const options = await read('tools/lib/program-options.mjs');
    // Both roles of the image have the options of the API.
    const [flags] = /--max-semi-space-size=\d+/.exec(options) ?? [];
    const variables = [...options.matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(([, name, value]) => `${name}=${value}`);
    expect(variables).toHaveLength(2);
    expect(await read('Dockerfile')).toContain(`\nENV NODE_OPTIONS=${flags} ${variables.join(' ')}\n`);
    for (const file of ['docker-compose.yml', 'deploy/kubernetes/billhook.yaml'])
      expect([file, (await read(file)).includes('NODE_OPTIONS')]).toEqual([file, false]);
  });
});
