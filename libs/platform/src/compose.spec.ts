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

  it('starts the API with the options of npm start, like the manifests for Kubernetes', async () => {
    const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const options = await read('tools/lib/program-options.mjs');
    const [flags] = /--max-semi-space-size=\d+/.exec(options) ?? [];
    const [, arenas] = /MALLOC_ARENA_MAX: '(\d+)'/.exec(options) ?? [];
    expect([flags, arenas]).not.toContain(undefined);
    expect(await read('Dockerfile')).toMatch(new RegExp(`^ENV .*\\bMALLOC_ARENA_MAX=${arenas}$`, 'm'));
    expect(await read('docker-compose.yml')).toContain(`NODE_OPTIONS: ${flags}\n`);
    expect(await read('deploy/kubernetes/billhook.yaml')).toContain(`{ name: NODE_OPTIONS, value: ${flags} }`);
  });
});
