import { once } from 'node:events';
import { spawnProgram } from '@billhook/testing/program';

interface Measured {
  readonly attempts: number;
  /** By how much the process grew over them, in MiB. */
  readonly grownMb: number;
  /** And at most while they were under way, garbage included. */
  readonly mostMb: number;
}

/** Has a process of its own send to all of these URLs in turn, and says how it grew: in this one the receivers would count too. */
export async function measureMemory(urls: readonly string[]): Promise<Measured> {
  const child = await spawnProgram('apps/worker/test/hostile-memory.program.ts', '"ready"', {}, ...urls);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return JSON.parse(output) as Measured;
}
