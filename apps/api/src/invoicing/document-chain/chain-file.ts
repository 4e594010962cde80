import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { HashedEntry } from '@billhook/invoicing/document-chain/verify-links';

/** Bytes that are read at a time from the end of a file. */
const CHUNK = 64 * 1024;

const NEWLINE = '\n'.charCodeAt(0);

/** The entries of a file with one JSON text per line, oldest first, in constant memory. In the file, the newest may be first. */
export async function* entriesOf(file: string): AsyncGenerator<HashedEntry> {
  yield* parsed((await isNewestFirst(file)) ? linesFromEnd(file) : linesOf(file));
}

const linesOf = (file: string): AsyncIterable<string> => createInterface({ input: createReadStream(file) });

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<HashedEntry> {
  for await (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as HashedEntry;
}

async function isNewestFirst(file: string): Promise<boolean> {
  let first: number | undefined;
  for await (const { sequence } of parsed(linesOf(file))) {
    if (first !== undefined) return sequence < first;
    first = sequence;
  }
  return false;
}

async function* linesFromEnd(file: string): AsyncGenerator<string> {
  const handle = await open(file);
  try {
    /** The end of a line whose begin was not read yet. */
    let rest = Buffer.alloc(0);
    for (let end = (await handle.stat()).size; end > 0; end -= Math.min(CHUNK, end)) {
      const length = Math.min(CHUNK, end);
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, end - length);
      const bytes = Buffer.concat([buffer, rest]);
      const begin = bytes.indexOf(NEWLINE) + 1 || bytes.length;
      rest = bytes.subarray(0, begin);
      yield* bytes.subarray(begin).toString().split('\n').reverse();
    }
    yield rest.toString();
  } finally {
    await handle.close();
  }
}
