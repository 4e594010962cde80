import { Readable, Writable } from 'node:stream';
import { run } from '../src/cli/run.js';

interface PrintedCase {
  readonly case?: string;
  readonly outcome: string;
  readonly reason: string;
  readonly responses: readonly { readonly status: number | null }[];
}

/** What `billhook certify` prints in a terminal of 80 columns, and its exit code. */
export async function certified(...args: readonly string[]): Promise<{ readonly text: string; readonly code: number }> {
  let text = '';
  const output = new Writable({ write: (chunk: Buffer, _, done) => ((text += chunk.toString()), done()) });
  const stdout = Object.assign(output, { columns: 80 });
  const terminal = { env: {}, stdin: Readable.from([]), stdout, stderr: output };
  const code = await run(['certify', ...args], { ...terminal, signal: new AbortController().signal });
  return { text, code };
}

/** The cases of `billhook certify` that a receiver did not pass, each as `case outcome reason status`. */
export async function notPassed(url: string, secret: string): Promise<string[]> {
  const { text } = await certified(url, '--secret', secret, '--json');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PrintedCase);
  if (lines.length !== 26) throw new Error(`not 25 cases and a sum: ${text}`);
  return lines
    .filter((line) => line.case !== undefined && line.outcome !== 'Passed')
    .map((line) => `${line.case} ${line.outcome} ${line.reason} ${line.responses.map(({ status }) => status).join()}`);
}

/** What a receiver that does not count cannot show. */
export const NOT_VISIBLE: readonly string[] = [
  'replayed-request NotVisible NoCount 204,204',
  'duplicate-delivery NotVisible NoCount 204,204',
  'concurrent-duplicates NotVisible NoCount 204,204,204,204,204',
  'reordered-versions NotVisible NoCount 204,204',
];
