import { once } from 'node:events';
import { spawnProgram } from '@billhook/testing/program';

interface Measured {
  readonly attempts: number;
  /** What is kept of them after a collection, in MiB. */
  readonly grownMb: number;
  /** The maximum growth during them, garbage included. */
  readonly mostMb: number;
}

/** Sends to all of these URLs from a separate process, and returns its growth: in this process the receivers would count as well. */
export async function measureMemory(urls: readonly string[]): Promise<Measured> {
  const child = await spawnProgram('apps/worker/test/support/hostile-memory.program.ts', '"ready"', {}, ...urls);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return JSON.parse(output) as Measured;
}
