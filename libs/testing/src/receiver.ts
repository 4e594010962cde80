import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageError } from './message-check.js';
import { PATIENCE_MS } from './patience.js';

/** A request as received. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes of the body. */
  readonly body: Buffer;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The response: a status with headers, or a misbehaviour. */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer }
  /** Accepts the request and never responds. */
  | 'hang'
  /** Responds 200, then sends a byte of the body every 50 ms without end. */
  | 'drip'
  /** Responds 200 and never stops sending. */
  | 'endless'
  /** Closes the connection. */
  | 'reset';

const OK: Answer = { status: 200 };

/** A webhook receiver on 127.0.0.1 that stores received requests and has set responses. */
export class Receiver {
  readonly received: Received[] = [];
  // A sender can abort its request.
  readonly #server = createServer((request, response) => void this.#receive(request, response).catch(() => undefined));
  readonly #answers = new Map<string, Answer | ((count: number) => Answer | Promise<Answer>)>();
  readonly #counts = new Map<string, number>();

  /** The URL of the receiver, without a trailing slash. */
  url = '';

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  /**
   * Closes all connections, including those that hang.
   * @throws an Error if a received message did not match the catalogue: every spec checks its messages
   */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    // Not on receipt: compiling a validator takes longer than some specs wait for a response.
    const faults = this.received.flatMap(({ path, headers, body }) => {
      const type = headers['webhook-event-type'];
      const fault = typeof type === 'string' ? messageError(type, body.toString()) : undefined;
      return fault === undefined ? [] : [`${path}: ${fault}`];
    });
    if (faults.length > 0) throw new Error(`messages that break their schema:\n${faults.join('\n')}`);
  }

  /** Sets the response of a path, or a function of the number of its request, from 1. The default is 200. */
  answer(path: string, answer: Answer | ((count: number) => Answer | Promise<Answer>)): void {
    this.#answers.set(path, answer);
  }

  /** The requests to a path, in order. */
  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /**
   * Waits for a number of requests to a path.
   * @throws an Error with the number of received requests
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
