import { once } from 'node:events';
import { launchProgram } from '@billhook/testing/program';

/** Runs a program until its end, and returns its exit code and the lines of its output. */
export async function runProgram(
  ...program: Parameters<typeof launchProgram>
): Promise<[code: number | null, lines: string[]]> {
  const child = launchProgram(...program);
  let text = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (text += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, text.trimEnd().split('\n')];
}
