import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const RUN = new URL('../../../tools/lib/run.mjs', import.meta.url).href;

/** Ends what runs while a program has ended, but not its child, which keeps its output open. */
const SCRIPT = `
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
const [, run, file] = process.argv;
const { endRunning, runQuietly } = await import(run);
void runQuietly('A program', '/bin/sh', ['-c', 'sleep 600 & echo "$$ $!" > "$1.new" && mv "$1.new" "$1"', 'sh', file]);
while (!existsSync(file)) await sleep(10);
const [pid] = readFileSync(file, 'utf8').split(' ').map(Number);
const runs = () => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
while (runs()) await sleep(10);
await endRunning();
process.stdout.write('ended');
process.exit();
`;

describe('the end of what runs', () => {
  it('does not wait for a program that has already ended', () => {
    const folder = mkdtempSync(join(tmpdir(), 'billhook-run-'));
    const file = join(folder, 'pids');
    try {
      const args = ['--input-type=module', '-e', SCRIPT, RUN, file];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })).toBe('ended');
    } finally {
      const [, child] = readFileSync(file, 'utf8').split(' ').map(Number);
      if (child) process.kill(child, 'SIGKILL');
      rmSync(folder, { recursive: true });
    }
  });
});
