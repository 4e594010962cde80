import type { Readable } from 'node:stream';
import { CliError } from './cli-error.js';

/** Other bytes would be stored as U+FFFD, for good once an invoice is issued. A byte order mark is skipped. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of bytes that someone gave.
 * @param place where they come from, such as the name of a file
 * @throws CliError for bytes that are not UTF-8
 */
export function strictText(bytes: Uint8Array, place: string): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    const [first = 0, second = 0] = bytes;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    const [found, name] = isUtf16
      ? ['is UTF-16, not UTF-8', 'UTF-16']
      : ['is not UTF-8, but possibly Windows-1252', 'WINDOWS-1252'];
    throw new CliError(
      'usage',
      `The text in ${place} ${found}.`,
      `Convert it, for example with iconv -f ${name} -t UTF-8, or write it as UTF-8.`,
    );
  }
}

/** The whole input, such as a body that is piped. @throws CliError for bytes that are not UTF-8 */
export async function readAll(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return strictText(Buffer.concat(chunks), 'stdin');
}

const LF = 10;

/** The lines of an input as bytes, until it ends or the signal is aborted. */
export async function* linesOf(stdin: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const end = () => stdin.destroy();
  signal.addEventListener('abort', end, { once: true });
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of stdin) {
      rest = Buffer.concat([rest, Buffer.from(chunk as Uint8Array)]);
      for (let at = rest.indexOf(LF); at >= 0; at = rest.indexOf(LF)) {
        yield rest.subarray(0, at);
        rest = rest.subarray(at + 1);
      }
    }
    if (rest.length > 0) yield rest;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
