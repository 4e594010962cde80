import type { Readable } from 'node:stream';
import { inert } from './inert-text.js';

/** What is kept of the body of an answer, in bytes; the rest is not even read. */
const BODY_LIMIT = 64 * 1024;

/** The first 64 KiB of an answer's body, as far as they came. */
export class ResponseBody {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isWhole = false;
  readonly #encoding: string | undefined;

  /** @param encoding its Content-Encoding */
  constructor(encoding: string | undefined) {
    this.#encoding = encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding) ? undefined : encoding;
  }

  /** Whether there was more, or might have been. */
  get isTruncated(): boolean {
    return !this.#isWhole;
  }

  async read(stream: Readable): Promise<void> {
    // Leaving the loop early destroys the stream, and with it the connection: an endless body ends here.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      if (this.#length > BODY_LIMIT) return;
    }
    this.#isWhole = true;
  }

  /**
   * As text that PostgreSQL takes. What is compressed is never unpacked, as a few bytes may unpack to any number: it is kept as base64,
   * with a note before it.
   */
  text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(0, BODY_LIMIT);
    if (this.#encoding === undefined || bytes.length === 0) return inert(new TextDecoder().decode(bytes));
    return inert(`[${this.#encoding}, not unpacked, base64 of ${bytes.length} bytes] ${bytes.toString('base64')}`);
  }
}
