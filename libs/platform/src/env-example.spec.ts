import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { renderEnvExample } from './env-example.js';
import { envSchema } from './env.js';
import { parseEnv } from './load-env.js';

describe('renderEnvExample', () => {
  it('equals .env.example; if not, run `npm run env-example`', () => {
    expect(readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')).toBe(renderEnvExample());
  });

  it('contains every setting with its default', () => {
    const settings = Object.fromEntries(
      [...renderEnvExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
    );
    const required = { DATABASE_URL: 'postgresql://localhost/billhook', APP_SECRETS: 'x'.repeat(32) };
    expect(Object.keys(settings)).toEqual(Object.keys(envSchema.shape));
    expect(parseEnv({ ...settings, ...required })).toEqual(parseEnv(required));
  });

  it('contains no usable secret', () => {
    expect(renderEnvExample()).toContain('\n# APP_SECRETS=\n');
  });
});
