import { readFileSync } from 'node:fs';
import type { WriteOptions } from '../calls/call.js';
import { CliError } from './cli-error.js';
import type { CommandCall } from './command.js';
import { readAll, strictText } from './strict-text.js';

/** The body of `--data`: JSON, `@file`, or `-` for stdin; undefined without it. @throws CliError for a text that is not JSON */
export async function jsonBody({ options, terminal }: CommandCall): Promise<unknown> {
  const given = options.text('data');
  if (given === undefined) return undefined;
  const [text, place] =
    given === '-'
      ? [await readAll(terminal.stdin), 'stdin']
      : given.startsWith('@')
        ? [fileText(given.slice(1)), given.slice(1)]
        : [given, '--data'];
  try {
    const body: unknown = JSON.parse(text);
    checkNumbers(text, place);
    return body;
  } catch (error) {
    if (error instanceof CliError) throw error;
    const reason = error instanceof Error ? error.message : '';
    throw new CliError(
      'usage',
      `The body in ${place} is not JSON: ${reason}.`,
      'Quote it for the shell, or use -d @file.',
    );
  }
}

/** JSON.parse rounds numbers with more digits than a double has: the server would receive others. */
function checkNumbers(text: string, place: string): void {
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/gs, '').match(/-?\d[\d.eE+-]*/g) ?? [];
  const rounded = numbers.find((each) => each.replace(/\D/g, '').length > 15 && String(Number(each)) !== each);
  if (rounded === undefined) return;
  throw new CliError(
    'usage',
    `The body in ${place} has the number ${rounded}, which JSON does not represent exactly.`,
    'Write it as a string.',
  );
}

function fileText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new CliError('usage', `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return strictText(bytes, path);
}

/** The options of a write, as given. */
export function writeOptions({ options, terminal }: CommandCall): WriteOptions {
  const idempotencyKey = options.text('idempotency-key');
  return {
    ...{ signal: terminal.signal, dryRun: options.has('dry-run') },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}
