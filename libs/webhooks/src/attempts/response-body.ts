import { inert } from './inert-text.js';

/** The stored part of a response body, in bytes. The rest is not read. */
const BODY_LIMIT = 64 * 1024;

const decoder = new TextDecoder();

/** The first 64 KiB of a response body, as far as they arrived. */
export class ResponseBody {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isWhole = false;
  readonly #encoding: string | undefined;

  /** @param encoding its Content-Encoding */
  constructor(encoding: string | undefined) {
    this.#encoding = encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding) ? undefined : encoding;
  }

  /** Whether there was, or might have been, more. */
  get isTruncated(): boolean {
    return !this.#isWhole;
  }

  /** @returns whether to read on */
  add(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    return this.#length <= BODY_LIMIT;
  }

  /** Called when nothing follows. */
  end(): void {
    this.#isWhole = true;
  }

  /**
   * As text that PostgreSQL accepts. A compressed body is never decompressed, because a few bytes can expand to any size: it is stored as
   * base64 with a note in front.
   */
  text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(0, BODY_LIMIT);
    if (this.#encoding === undefined || bytes.length === 0) return inert(decoder.decode(bytes));
    return inert(`[${this.#encoding}, not unpacked, base64 of ${bytes.length} bytes] ${bytes.toString('base64')}`);
  }
}
