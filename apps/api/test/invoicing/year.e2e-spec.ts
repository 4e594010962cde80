import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { World } from '../support/world.js';

const run = promisify(execFile);
const YEAR = fileURLToPath(new URL('../../../../tools/year.mjs', import.meta.url));

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

describe('a year of a small company, played through the API', () => {
  it('balances: by company, client and currency', async () => {
    const { secret } = await new World(api).key();
    const options = [`--url=${api.url}`, '--invoices=48', '--seed=7'];
    const { stdout } = await run(process.execPath, [YEAR, ...options], { env: { BILLHOOK_API_KEY: secret } });
    expect(stdout).toContain('The books balance');
    expect(stdout).toMatch(/EUR +\d+/);
    expect(stdout).toMatch(/JPY +\d+/);
    expect(stdout).toMatch(/KWD +\d+/);
  });
});
