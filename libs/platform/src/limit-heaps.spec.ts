import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { growthPercent } from './limit-heaps.js';

const run = promisify(execFile);
const SOURCES = new URL('../../../tools/lib/register-sources.mjs', import.meta.url).href;
const LIMITS = new URL('./limit-heaps.ts', import.meta.url).href;

/** Allocates 200 MB, of which the newest part is in use, and sends the size of the young generation in MB 20 times. */
const CHURN = `const { getHeapSpaceStatistics } = require('node:v8');
  const [used, sizes] = [[], []];
  for (let n = 1; n <= 2_000_000; n++) {
    used[n % 50_000] = { n, text: [n, n] };
    if (n % 100_000 > 0) continue;
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    sizes.push(space.space_size / 2 ** 20);
  }
  require('node:worker_threads').parentPort.postMessage(sizes);`;

/** The sizes of the young generation of a thread of a process that was started with the option of the API. */
async function youngMb(before: string): Promise<number[]> {
  const script = `${before};
    const { Worker } = await import('node:worker_threads');
    const thread = new Worker(${JSON.stringify(CHURN)}, { eval: true, execArgv: [] });
    thread.once('message', (sizes) => process.stdout.write(JSON.stringify(sizes)));`;
  const args = ['--max-semi-space-size=32', '--import', SOURCES, '--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { cwd: fileURLToPath(new URL('.', import.meta.url)) });
  return JSON.parse(stdout) as number[];
}

describe('limitHeaps', () => {
  it('gives threads a small young generation, whatever the option of the process', async () => {
    const limited = await youngMb(`(await import(${JSON.stringify(LIMITS)})).limitHeaps()`);
    expect(limited).toHaveLength(20);
    // On a busy machine, a collection that runs can have more pages for a moment.
    const usual = limited.toSorted((a, b) => a - b)[10];
    expect(usual).toBeGreaterThan(0);
    expect(usual).toBeLessThanOrEqual(12);
    expect((await youngMb('')).at(-1)).toBeGreaterThan(12);
  });
});

describe('the growth of the heap', () => {
  it.each([
    ['', 100],
    ['--max-semi-space-size=8', 50],
    ['--max-semi-space-size=4', 25],
    ['--max-semi-space-size=1', 25],
    ['--enable-source-maps --max-semi-space-size=16', 100],
    ['--max-semi-space-size=64', 100],
    // V8 reads both spellings.
    ['--max_semi_space_size=4', 25],
    // A program reads NODE_OPTIONS first.
    ['--max-semi-space-size=16 --max-semi-space-size=8', 50],
    ['--max-semi-space-size=many', 100],
  ])('of a process with the options %j is %d percent', (options, percent) => {
    expect(growthPercent(options)).toBe(percent);
  });

  it('is at most that of the program', () => {
    expect(growthPercent('', 50)).toBe(50);
    expect(growthPercent('--max-semi-space-size=4', 50)).toBe(25);
  });
});
