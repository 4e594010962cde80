import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { envSchema } from './env.js';
import { parseEnv } from './load-env.js';

/** The settings of the processes in docker-compose.yml, as written. */
async function composeLines(): Promise<Record<string, string>> {
  const text = await readFile(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
  const block = /environment: &environment\n((?: {4}\S.*\n)+)/.exec(text)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The settings with the defaults of their variables. */
async function composeSettings(): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(await composeLines()).map(([name, value]) => [
      name,
      value
        .replace(/^'(.*)'$/, '$1')
        .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
        .replace(/\$\{\w+:\?[^}]*\}/g, 'a-secret-that-somebody-made-and-kept-apart'),
    ]),
  );
}

describe('docker-compose.yml', () => {
  it('passes every setting of .env.example, and no other variable', async () => {
    expect(Object.keys(await composeSettings())).toEqual(
      Object.keys(envSchema.shape).flatMap((name) =>
        name === 'OTEL_EXPORTER_OTLP_ENDPOINT' ? [name, 'OTEL_EXPORTER_OTLP_HEADERS'] : [name],
      ),
    );
  });

  it('takes each setting from the variable of the same name, except those that docs/operations.md names', async () => {
    const own = Object.entries(await composeLines()).filter(([name, value]) => !value.startsWith(`\${${name}:`));
    expect(own).toEqual([
      ['NODE_ENV', 'production'],
      ['HOST', '0.0.0.0'],
      ['PORT', "'3000'"],
      ['DATABASE_PASSWORD', '${POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD}'],
    ]);
  });

  it.each(['p/w', 'p@w', 'p%41w', '$p${w}', 'p w#', `p"w'`])('connects with the password %j', async (password) => {
    const settings = { ...(await composeSettings()), DATABASE_PASSWORD: password };
    const url = new URL(parseEnv(settings).env?.DATABASE_URL ?? '');
    expect([url.username, decodeURIComponent(url.password), url.host, url.pathname]).toEqual([
      ...['billhook', password, 'postgres:5432', '/billhook'],
    ]);
  });

  it('has values that the processes accept', async () => {
    expect(parseEnv(await composeSettings()).errors).toBeUndefined();
  });

  it('starts the programs with the options that npm start gives them', async () => {
    const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const options = await read('tools/lib/program-options.mjs');
    const [, megabytes] = /`\$\{YOUNG\}=(\d+)`/.exec(options) ?? [];
    const flags = `--max-semi-space-size=${megabytes}`;
    const variables = [...options.matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(([, name, value]) => `${name}=${value}`);
    expect(variables).toHaveLength(2);
    expect(await read('Dockerfile')).toContain(`\nENV NODE_OPTIONS=${flags} ${variables.join(' ')}\n`);
    for (const file of ['docker-compose.yml', 'deploy/kubernetes/billhook.yaml'])
      expect([file, (await read(file)).includes('NODE_OPTIONS')]).toEqual([file, false]);
  });
});
