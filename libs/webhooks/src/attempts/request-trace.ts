import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { openConnection, type ConnectorSettings, type Stage } from './connector.js';
import { InterimResponses } from './interim-responses.js';

/*
 * What undici does not report about a request: its connection, whether that was new, and the time of each stage.
 * A request carries its trace as `opaque`, which undici passes on unchanged, and the client writes the times to it.
 */

// A receiver that closes an idle connection does so immediately; one that closes later has read the request.
const STALE_WITHIN_MS = 1_000;

/** One HTTP request. Times are whole milliseconds; null for stages that did not occur, as the first three on a kept connection. */
export class RequestTrace {
  stage: Stage = 'Dns';
  dnsMs: number | null = null;
  connectMs: number | null = null;
  tlsMs: number | null = null;
  remoteAddress: string | null = null;
  /** When the first byte of the response came, on the clock of `performance.now()`. */
  firstByteAt: number | null = null;
  #sentAt: number | null = null;
  #isReused = false;
  #dialling: Socket | null = null;

  /** Whether any part of the request was sent. */
  get isSent(): boolean {
    return this.#sentAt !== null;
  }

  /** Whether a kept connection ended at the moment it was used: then no receiver has read the request. */
  get isStale(): boolean {
    if (!this.#isReused || this.#sentAt === null || this.firstByteAt !== null) return false;
    return performance.now() - this.#sentAt < STALE_WITHIN_MS;
  }

  /** The connection that is being opened for this request. */
  dials(socket: Socket): void {
    this.#dialling = socket;
  }

  /** Ends a connection that is still being opened; undici would keep it for the next request. */
  abandon(): void {
    if (!this.isSent) this.#dialling?.destroy();
  }

  sent(socket: Socket, isReused: boolean): void {
    this.stage = 'Sending';
    this.#sentAt = performance.now();
    this.#isReused = isReused;
    this.remoteAddress = socket.remoteAddress ?? null;
    const before = socket.bytesRead;
    const onReadable = () => {
      // It is also emitted at the end of the connection.
      if (socket.bytesRead === before) return;
      this.firstByteAt = performance.now();
      this.stage = 'Answering';
      socket.off('readable', onReadable);
    };
    socket.on('readable', onReadable);
  }
}

const carriers = new WeakMap<Socket, { readonly client: TracedClient; readonly interim: InterimResponses }>();

/** One connection, with one request at a time on it. */
export class TracedClient extends Client {
  #trace: RequestTrace | null = null;
  #isUsed = false;

  constructor(
    origin: string | URL,
    settings: ConnectorSettings,
    options: Omit<Client.Options, 'connect' | 'pipelining'>,
  ) {
    super(origin, {
      ...options,
      pipelining: 1,
      connect: (target, callback) => {
        this.#isUsed = false;
        const socket = openConnection(settings, this.#trace, target, callback);
        carriers.set(socket, { client: this, interim: new InterimResponses(socket) });
      },
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#trace = 'opaque' in options && options.opaque instanceof RequestTrace ? options.opaque : null;
    return super.dispatch(options, handler);
  }

  /** Called when a request is written to the connection. */
  noteSent(socket: Socket): void {
    this.#trace?.sent(socket, this.#isUsed);
    this.#isUsed = true;
  }
}

subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { readonly socket: Socket };
  const carrier = carriers.get(socket);
  carrier?.client.noteSent(socket);
  carrier?.interim.expect();
});
