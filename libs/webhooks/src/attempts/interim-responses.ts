import type { Duplex } from 'node:stream';

/** The beginning of a status line up to the status: `HTTP/1.1 200`. */
const STATUS_LENGTH = 12;
const INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const UNASKED_CONTINUE = /^HTTP\/1\.[01] 100$/;

const LF = 10;
const CR = 13;
const THREE = 0x33;

/**
 * Lets undici skip an unsolicited `100 Continue` (RFC 9110, 15.2), which it treats as a failure: the status is read as 103, which it skips.
 * Only the heads before the final response are read.
 */
export class InterimResponses {
  #place: 'Status' | 'Headers' | 'Final' = 'Final';
  #status = '';
  #lineLength = 0;

  constructor(socket: Duplex) {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const chunk: unknown = read(size);
      if (this.#place !== 'Final' && Buffer.isBuffer(chunk)) this.#scan(chunk);
      return chunk;
    };
  }

  /** Called when a request is written to the connection. */
  expect(): void {
    [this.#place, this.#status] = ['Status', ''];
  }

  #scan(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#place !== 'Final'; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#place === 'Headers') this.#header(byte);
      else if (this.#statusIsContinue(byte)) chunk[at] = THREE;
    }
  }

  #statusIsContinue(byte: number): boolean {
    this.#status += String.fromCharCode(byte);
    if (this.#status.length < STATUS_LENGTH) return false;
    this.#place = INTERIM.test(this.#status) ? 'Headers' : 'Final';
    this.#lineLength = STATUS_LENGTH;
    return UNASKED_CONTINUE.test(this.#status);
  }

  /** An empty line ends the head of an interim response. */
  #header(byte: number): void {
    if (byte === CR) return;
    if (byte !== LF) this.#lineLength++;
    else if (this.#lineLength > 0) this.#lineLength = 0;
    else this.expect();
  }
}
