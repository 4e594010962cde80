import { once } from 'node:events';
import { spawnProgram } from '@billhook/testing/program';

interface Measured {
  readonly attempts: number;
  /** By how much the process grew at most, in MiB. */
  readonly grownMb: number;
}

/** Has a process of its own send to all of these URLs in turn, and says how it grew: in this one the receivers would count too. */
export async function measureMemory(urls: readonly string[]): Promise<Measured> {
  const child = await spawnProgram('apps/worker/test/hostile-memory.program.ts', '"ready"', {
    URLS: urls.join(' '),
    // Else V8 lets up to 48 MiB of garbage lie before it looks at it, and no figure would mean anything.
    NODE_OPTIONS: '--max-semi-space-size=1',
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return JSON.parse(output) as Measured;
}
