import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageFault } from './message-check.js';
import { PATIENCE_MS } from './patience.js';

/** A request as it came over the wire. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes of the body. */
  readonly body: Buffer;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** How to answer: a status with headers, or one of the ways to misbehave. */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer }
  /** Takes the request and never answers. */
  | 'hang'
  /** Answers 200, then a byte of the body every 50 ms, for ever. */
  | 'drip'
  /** Answers 200 and never stops sending. */
  | 'endless'
  /** Cuts the connection. */
  | 'reset';

const OK: Answer = { status: 200 };

/** A webhook receiver on 127.0.0.1 that logs what it gets and does as it is told. */
export class Receiver {
  readonly received: Received[] = [];
  // A sender may cut its request short.
  readonly #server = createServer((request, response) => void this.#receive(request, response).catch(() => undefined));
  readonly #answers = new Map<string, Answer | ((count: number) => Answer | Promise<Answer>)>();
  readonly #counts = new Map<string, number>();

  /** Where it listens, without a slash at the end. */
  url = '';

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  /**
   * Ends all connections, also those that hang.
   * @throws an Error when a message that came was not what the catalogue says of its type: here no spec can forget to look
   */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    // Not when they come: making a validator takes longer than some specs wait for an answer.
    const faults = this.received.flatMap(({ path, headers, body }) => {
      const type = headers['webhook-event-type'];
      const fault = typeof type === 'string' ? messageFault(type, body.toString()) : undefined;
      return fault === undefined ? [] : [`${path}: ${fault}`];
    });
    if (faults.length > 0) throw new Error(`messages that break their schema:\n${faults.join('\n')}`);
  }

  /** Sets the answer of a path: always the same, or by the number of the request to it, from 1. Otherwise it is 200. */
  answer(path: string, answer: Answer | ((count: number) => Answer | Promise<Answer>)): void {
    this.#answers.set(path, answer);
  }

  /** What came to a path, in order. */
  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /**
   * Waits until that many requests have come to a path.
   * @throws an Error that names how many did
   */
  async waitFor(path: string, count: number): Promise<Received[]> {
    const end = performance.now() + PATIENCE_MS;
    while (this.at(path).length < count) {
      if (performance.now() > end) throw new Error(`${this.at(path).length} of ${count} requests came to ${path}`);
      await sleep(5);
    }
    return this.at(path);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = request.url ?? '';
    this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks), at: Date.now() });
    const count = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, count);
    const answer = this.#answers.get(path) ?? OK;
    await give(response, typeof answer === 'function' ? await answer(count) : answer);
  }
}

async function give(response: ServerResponse, answer: Answer): Promise<void> {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (answer === 'drip' || answer === 'endless') {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const [piece, pauseMs] = answer === 'drip' ? ['.', 50] : ['x'.repeat(16_384), 0];
    while (!response.destroyed) {
      response.write(piece);
      await sleep(pauseMs);
    }
    return;
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
}
