import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { startApi } from '../support/start.js';
import { World } from '../support/world.js';

const run = promisify(execFile);
const YEAR = fileURLToPath(new URL('../../../../lab/year.mjs', import.meta.url));

const api = await startApi();

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
